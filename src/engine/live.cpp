#include "engine/live.h"

#include <array>
#include <nlohmann/json.hpp>

namespace engine {
namespace {

constexpr std::array kParts{LivePart::runs,       LivePart::work,  LivePart::requirements,
                            LivePart::continuity, LivePart::costs, LivePart::health};

bool has_member(const base::Json& payload, const char* key) {
  return payload.is_object() && payload.contains(key);
}

}  // namespace

std::string_view name_of(LivePart part) {
  switch (part) {
    case LivePart::runs:
      return "runs";
    case LivePart::work:
      return "work";
    case LivePart::requirements:
      return "requirements";
    case LivePart::continuity:
      return "continuity";
    case LivePart::costs:
      return "costs";
    case LivePart::health:
      return "health";
  }
  return "";
}

std::vector<LivePart> LiveParts::list() const {
  std::vector<LivePart> parts;
  for (const LivePart part : kParts) {
    if (has(part)) parts.push_back(part);
  }
  return parts;
}

LiveParts LiveParts::all() {
  LiveParts parts;
  for (const LivePart part : kParts) parts.add(part);
  return parts;
}

LiveParts parts_of(const model::JournalEvent& event) {
  LiveParts parts{LivePart::runs};
  const base::Json& payload = event.payload.get();
  const std::string_view kind = event.kind;
  if (kind == "work") parts.add(LivePart::work);
  if (kind == "requirement") parts.add(LivePart::requirements);
  // A session that begins or ends leaves or takes over something.
  const bool is_edge = kind == "session_start" || kind == "session_end" || kind == "handoff" ||
                       kind == "before_compaction";
  if (is_edge) parts.add(LivePart::continuity);
  const bool is_trouble = kind == "fault" || kind == "refused" || kind == "journal.repaired" ||
                          kind == "protocol" || has_member(payload, "fault") ||
                          has_member(payload, "continuity_fault");
  // Violations stand in a run's state.
  if (is_trouble || kind == "state") parts.add(LivePart::health);
  return parts;
}

}  // namespace engine
