// Questions about projects, runs and the files they were read from.
#pragma once
#include <vector>

#include "index/index.h"
#include "index/sqlite/database.h"

namespace indexing {

base::Result<std::vector<ProjectRow>> all_projects(Database& database);
base::Result<std::vector<RunRow>> list_runs(Database& database, const RunQuery& query);
base::Result<std::vector<RunRow>> list_recent_runs(Database& database, const RecentRunQuery& query);
base::Result<std::vector<FileMark>> file_marks(Database& database, std::string_view project);
base::Result<std::optional<FileMark>> file_mark(Database& database, std::string_view project,
                                                std::string_view kind, std::string_view name);

}  // namespace indexing
