// Questions about work sessions.
#pragma once
#include <optional>
#include <vector>

#include "index/index.h"
#include "index/lists.h"
#include "index/sqlite/database.h"

namespace indexing {

base::Result<std::vector<WorkRow>> list_work(Database& database, const WorkListQuery& query);
base::Result<std::vector<WorkRow>> page_of_work(Database& database, const WorkPageQuery& query);
// Every statement of it, for a test to look at how SQLite goes about them.
std::vector<std::string> work_page_statements();
base::Result<std::optional<WorkRow>> find_work(Database& database, std::string_view project,
                                               std::string_view slug);
base::Result<std::vector<WorkMark>> work_marks(Database& database, std::string_view project,
                                               std::string_view worktree);

}  // namespace indexing
