// Questions that only git answers. Never on the everyday path of a hook: each is a process. Private
// to the engine.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/stores.h"

namespace engine {

// What git prints. A repository's configuration is not trusted: no hook, pager, external diff or
// monitor of its runs. unavailable where git is missing, fails or takes too long.
base::Result<std::string> run_git(Stores& stores, std::vector<std::string> arguments,
                                  std::string input = "");

}  // namespace engine
