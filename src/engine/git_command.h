// Questions that only git answers. Never on the everyday path of a hook: each is a process. Private
// to the engine.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/stores.h"

namespace engine {

// A call of git that runs nothing of the repository's own: see run_git.
os::ProgramRequest git_request(const os::Path& root, std::vector<std::string> arguments);

// What git prints. A repository's configuration is not trusted: no hook, pager, external diff or
// monitor of its runs. unavailable where git is missing, fails or takes too long.
base::Result<std::string> run_git(Stores& stores, std::vector<std::string> arguments,
                                  std::string input = "");

}  // namespace engine
