#include "web/server_info.h"

#include <nlohmann/json.hpp>

namespace web {

base::Json to_json(const ServerInfo& info) {
  const IndexState index = info.index ? info.index() : IndexState{};
  return base::Json{{"version", info.version},
                    {"started_at", info.started_at},
                    {"actions_allowed", info.actions_allowed},
                    {"streams", info.streams ? info.streams() : 0},
                    {"index",
                     {{"behind_bytes", index.behind_bytes},
                      {"is_catching_up", index.is_catching_up},
                      {"problems", index.problems}}}};
}

}  // namespace web
