#include "web/server_info.h"

#include <nlohmann/json.hpp>

namespace web {

namespace {

base::Json team_json(const ServerInfo& info) {
  const auto team = info.team ? info.team() : std::nullopt;
  if (!team) return nullptr;
  return base::Json{{"server", team->server.empty() ? base::Json() : base::Json(team->server)},
                    {"machine_name", team->machine_name},
                    {"problem", team->problem.empty() ? base::Json() : base::Json(team->problem)}};
}

}  // namespace

base::Json to_json(const ServerInfo& info) {
  const IndexState index = info.index ? info.index() : IndexState{};
  return base::Json{{"version", info.version},
                    {"started_at", info.started_at},
                    {"actions_allowed", info.actions_allowed},
                    {"streams", info.streams ? info.streams() : 0},
                    {"index",
                     {{"behind_bytes", index.behind_bytes},
                      {"is_catching_up", index.is_catching_up},
                      {"problems", index.problems}}},
                    {"team", team_json(info)}};
}

}  // namespace web
