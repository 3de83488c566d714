// Lists of runs, their denials, faults and violations.
#pragma once
#include <string>
#include <vector>

#include "index/lists.h"
#include "index/sqlite/database.h"

namespace indexing {

base::Result<std::vector<RunListRow>> page_of_runs(Database& database, const RunListQuery& query);
base::Result<std::optional<RunListRow>> find_listed_run(Database& database, const std::string& uid);
base::Result<std::vector<RunListRow>> runs_of_work(Database& database, const std::string& project,
                                                   const std::string& slug, std::size_t limit);
base::Result<std::vector<RunListRow>> held_runs(Database& database, const HeldRunsQuery& query);
base::Result<std::vector<RunListRow>> open_runs(Database& database, std::size_t limit);

// Every statement of the above, for a test to look at how SQLite goes about them.
std::vector<std::string> run_list_statements();

}  // namespace indexing
