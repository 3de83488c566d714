// What the server says about itself.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"

namespace web {

struct IndexState {
  std::uint64_t behind_bytes = 0;
  bool is_catching_up = false;
  std::vector<std::string> problems;
};

// The team's server, where one was joined.
struct TeamInfo {
  std::string server;
  std::string machine_name;  // This one's.
  std::string problem;       // Why it cannot be asked; empty: nothing is known against it.
};

struct ServerInfo {
  std::string version;
  std::string started_at;
  bool actions_allowed = false;
  // Asked anew each time, from any thread.
  std::function<std::size_t()> streams;
  std::function<IndexState()> index;
  std::function<std::optional<TeamInfo>()> team;
};

base::Json to_json(const ServerInfo& info);

}  // namespace web
