// Where a work session's worktree and branch are, said so that another machine understands it.
// Private to the engine.
#pragma once
#include <optional>
#include <string>

#include "engine/stores.h"
#include "model/work_session.h"

namespace engine {

// `given`, absolute or relative to the project's root, relative to the main root where it lies in
// it or beside it; else as it is, absolute (B2-12).
std::string portable_worktree(const store::Project& project, const std::string& given);

// The branch that is checked out, the repository's main branch, and the worktree where it is not
// the main one; what git does not tell is left out.
model::WorkGit work_git_here(Stores& stores);

}  // namespace engine
