// The projects of this machine, or of the team's.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/scope.h"

namespace engine::dashboard {

struct ProjectSummary {
  std::string id;
  std::string name;
  std::string root;
  bool is_here = false;  // Its folder is still there.
  std::int64_t live_runs = 0;
  std::string last_run_at;  // Empty: never.
  std::string machine;  // One that has it, of a team: those that have it in the same folder have
                        // one id. Empty: this one.
  std::string machine_name;
};
// By name.
base::Result<std::vector<ProjectSummary>> list_projects(Dashboard& dashboard,
                                                        Scope scope = Scope::machine);

}  // namespace engine::dashboard
