// Where the work sessions of a project lie: one folder a worktree. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/onboarding_scan.h"
#include "store/project.h"

namespace engine {

// The main worktree first, then the linked ones by path; those that are gone are left out. A
// `work.root` that leads out of its worktree counts as the default.
std::vector<WorkRoot> work_roots(os::System system, const store::Project& project);

}  // namespace engine
