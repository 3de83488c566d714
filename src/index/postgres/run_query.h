// Questions about projects, runs and the files they were read from.
#pragma once
#include <optional>
#include <vector>

#include "index/lists.h"
#include "index/postgres/scope.h"

namespace indexing {

base::Result<std::vector<ProjectRow>> all_projects(const Scope& scope);
base::Result<std::vector<RunRow>> list_runs(const Scope& scope, const RunQuery& query);
base::Result<std::vector<RunRow>> list_recent_runs(const Scope& scope, const RecentRunQuery& query);
// Of this machine, whatever the scope is.
base::Result<std::vector<FileMark>> file_marks(const Scope& scope, std::string_view project);
base::Result<std::optional<FileMark>> file_mark(const Scope& scope, std::string_view project,
                                                std::string_view kind, std::string_view name);

base::Result<std::vector<ProjectListRow>> list_projects(const Scope& scope);
base::Result<std::vector<std::string>> projects_named(const Scope& scope, const std::string& text);
base::Result<std::vector<NamedRun>> runs_named(const Scope& scope, const std::string& text);

}  // namespace indexing
