// The projects of this machine.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/dashboard/dashboard.h"

namespace engine::dashboard {

struct ProjectSummary {
  std::string id;
  std::string name;
  std::string root;
  bool is_here = false;  // Its folder is still there.
  std::int64_t live_runs = 0;
  std::string last_run_at;  // Empty: never.
};
// By name.
std::vector<ProjectSummary> list_projects(Dashboard& dashboard);

}  // namespace engine::dashboard
