#include "engine/index_decision.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/decision_record.h"
#include "engine/events.h"

namespace engine {
namespace {

// A line of a list; the journal has all of it.
constexpr std::size_t kListedBytesMax = 200;
constexpr std::size_t kListedSentenceBytesMax = 1000;

std::optional<PastDecision> decision_of(model::JournalEvent& event, std::string_view payload) {
  auto json = base::parse_json(payload);
  if (!json.ok() || !json->is_object()) return std::nullopt;
  event.payload = base::JsonBox(*std::move(json));
  return decision_from_event({}, event);
}

std::string clipped(const std::string& text, std::size_t bytes_max) {
  return std::string(base::clip_utf8(text, bytes_max));
}

}  // namespace

std::optional<indexing::DenialRow> denial_row(const JournalParts& parts, const std::string& run) {
  model::JournalEvent event;
  event.kind = parts.kind;
  const auto past = decision_of(event, parts.payload);
  if (!past || past->decision.allowed) return std::nullopt;
  return indexing::DenialRow{
      .project_id = {},
      .run_uid = run,
      .line = parts.seq,
      .at = std::string(parts.at),
      .tool = clipped(past->call.tool, kListedBytesMax),
      .rule = std::string(model::name_of(past->decision.rule)),
      .message = clipped(past->decision.message, kListedSentenceBytesMax),
      .next_step = clipped(model::step_for_person(past->decision), kListedSentenceBytesMax)};
}

std::optional<indexing::LastToolRow> last_tool_row(const std::string& kind, const std::string& at,
                                                   const std::string& payload) {
  model::JournalEvent event;
  event.kind = kind;
  const auto past = decision_of(event, payload);
  if (!past) {
    const std::string tool = base::text_at(event.payload.get(), "tool");
    if (tool.empty()) return std::nullopt;
    return indexing::LastToolRow{.tool = clipped(tool, kListedBytesMax),
                                 .at = at,
                                 .summary = clipped(event_summary(event), kListedBytesMax)};
  }
  event.kind = "gate";  // A permission is told in the same words.
  return indexing::LastToolRow{.tool = clipped(past->call.tool, kListedBytesMax),
                               .at = at,
                               .allowed = past->decision.allowed,
                               .summary = clipped(event_summary(event), kListedBytesMax)};
}

}  // namespace engine
