// Questions about work sessions.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "index/lists.h"
#include "index/postgres/scope.h"

namespace indexing {

base::Result<std::vector<WorkRow>> list_work(const Scope& scope, const WorkListQuery& query);
base::Result<std::vector<WorkRow>> page_of_work(const Scope& scope, const WorkPageQuery& query);
base::Result<std::optional<WorkRow>> find_work(const Scope& scope, std::string_view project,
                                               std::string_view slug);
// Of this machine, whatever the scope is.
base::Result<std::vector<WorkMark>> work_marks(const Scope& scope, std::string_view project,
                                               std::string_view worktree);
base::Result<std::vector<std::string>> marked_worktrees(const Scope& scope,
                                                        std::string_view project);
base::Result<std::vector<std::string>> missing_slugs(const Scope& scope, std::string_view project);

}  // namespace indexing
