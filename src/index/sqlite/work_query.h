// Questions about work sessions.
#pragma once
#include <optional>
#include <vector>

#include "index/index.h"
#include "index/sqlite/database.h"

namespace indexing {

base::Result<std::vector<WorkRow>> list_work(Database& database, const WorkListQuery& query);
base::Result<std::optional<WorkRow>> find_work(Database& database, std::string_view project,
                                               std::string_view slug);
base::Result<std::vector<WorkMark>> work_marks(Database& database, std::string_view project,
                                               std::string_view worktree);

}  // namespace indexing
