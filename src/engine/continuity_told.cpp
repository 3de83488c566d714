#include "engine/continuity_told.h"

#include <nlohmann/json.hpp>

#include "engine/handoff_briefing.h"
#include "engine/requirement_journal.h"
#include "store/live_session.h"

namespace engine {

using base::Json;

namespace {

constexpr const char* kInjectionKind = "injection";
constexpr std::size_t kHashesMax = 200;

std::uint64_t number_of(const Json& json, const char* key) {
  const auto found = json.find(key);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

Json told_to_json(const Told& told) {
  Json pieces = Json::array();
  for (const policy::ToldPiece& piece : told.pieces) {
    pieces.push_back(Json{{"kind", piece.kind}, {"hash", piece.hash}, {"bytes", piece.bytes}});
  }
  Json json{{"event", told.event}, {"bytes", told.bytes}, {"pieces", std::move(pieces)}};
  if (!told.source.empty()) json["source"] = told.source;
  if (told.left_out > 0) json["left_out"] = told.left_out;
  return json;
}

Injection injection_of(const model::JournalEvent& event) {
  const Json& payload = event.payload.get();
  Injection injection{.at = event.at,
                      .event = base::text_at(payload, "event"),
                      .source = base::text_at(payload, "source"),
                      .bytes = number_of(payload, "bytes"),
                      .pieces = {},
                      .left_out = number_of(payload, "left_out")};
  const auto pieces = payload.find("pieces");
  if (pieces == payload.end() || !pieces->is_array()) return injection;
  for (const Json& piece : *pieces) {
    if (piece.is_object()) {
      injection.pieces.push_back({base::text_at(piece, "kind"), number_of(piece, "bytes")});
    }
  }
  return injection;
}

}  // namespace

void note_told(Stores& stores, const model::RunId& run, const Told& told) {
  if (told.pieces.empty()) return;
  const store::LiveSessions live(stores.system, stores.layout.live_sessions());
  (void)live.update(run, [&](store::LiveSession& session) {
    session.is_told = session.is_told || told.has_preamble;
    for (const policy::ToldPiece& piece : told.pieces) session.told.push_back(piece.hash);
    if (session.told.size() > kHashesMax) {
      session.told.erase(session.told.begin(), session.told.end() - kHashesMax);
    }
  });
  (void)stores.journal.append(run, {kInjectionKind, "hook", base::JsonBox(told_to_json(told))}, {});
  if (told.has_packets) mark_packets_read(stores, run);
}

std::vector<std::string> told_before(Stores& stores, const model::RunId& run) {
  std::vector<std::string> hashes;
  read_recent(stores, run, kRecentBytes, [&](const model::JournalEvent& event) {
    if (event.kind == "before_compaction") hashes.clear();
    if (event.kind != kInjectionKind) return;
    const auto pieces = event.payload.get().find("pieces");
    if (pieces == event.payload.get().end() || !pieces->is_array()) return;
    for (const Json& piece : *pieces) {
      if (piece.is_object()) hashes.push_back(base::text_at(piece, "hash"));
    }
  });
  return hashes;
}

base::Result<InjectionReport> injection_report(Workspace& workspace, const model::RunId& run) {
  InjectionReport report;
  report.run = run.text;
  TRY(workspace.stores().journal.read(run, 0, [&](const model::JournalEvent& event) {
    if (event.kind != kInjectionKind) return true;
    report.injections.push_back(injection_of(event));
    report.bytes += report.injections.back().bytes;
    return true;
  }));
  return report;
}

}  // namespace engine
