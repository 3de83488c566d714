// What the server says about itself.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/json.h"

namespace web {

struct IndexState {
  std::uint64_t behind_bytes = 0;
  bool is_catching_up = false;
  std::vector<std::string> problems;
};

struct ServerInfo {
  std::string version;
  std::string started_at;
  bool actions_allowed = false;
  // Asked anew each time, from any thread.
  std::function<std::size_t()> streams;
  std::function<IndexState()> index;
};

base::Json to_json(const ServerInfo& info);

}  // namespace web
