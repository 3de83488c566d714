#include "mcp/resources/continuity_document.h"

#include <nlohmann/json.hpp>

#include "engine/continuity.h"
#include "engine/handoff_packet.h"
#include "engine/session_mirror.h"

namespace mcp {
namespace {

using base::Json;

Json or_null(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }

// From the run's mirror; a run that has none yet took over from nobody.
void put_links(engine::Workspace& workspace, const model::RunId& run, Json& json) {
  json["previous_session_id"] = json["continued_by"] = nullptr;
  json["links"] = Json::array();
  const auto mirror = engine::view_mirror(workspace, run);
  if (!mirror.ok()) return;
  json["previous_session_id"] = or_null(mirror->previous_session_id);
  json["continued_by"] = or_null(mirror->continued_by);
  for (const model::SessionLink& link : mirror->links) {
    json["links"].push_back(Json{{"session_id", link.session},
                                 {"score", link.score},
                                 {"at", link.at},
                                 {"forced", link.forced}});
  }
}

Json waiting_packets(engine::Workspace& workspace) {
  Json packets = Json::array();
  // Asked often: git's files are read, git is not started.
  const auto waiting = engine::list_packets(workspace, {.ask_git = false});
  if (!waiting.ok()) return packets;
  for (const engine::WaitingPacket& one : *waiting) packets.push_back(engine::to_json(one));
  return packets;
}

}  // namespace

base::Result<base::JsonBox> continuity_document(const ServedProject& project,
                                                engine::Workspace& workspace) {
  const auto run = project.run(workspace);
  Json json{{"active", run.ok()}};
  if (run.ok()) {
    json["session_id"] = run->text;
    json["items"] = Json::array();
    TRY_ASSIGN(const auto pins, engine::view_pins(workspace, *run));
    for (const model::Pin& pin : pins) json["items"].push_back(model::to_json(pin));
    put_links(workspace, *run, json);
  }
  json["packets"] = waiting_packets(workspace);
  return base::JsonBox(std::move(json));
}

}  // namespace mcp
