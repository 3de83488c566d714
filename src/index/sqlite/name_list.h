// Lists of projects and agents, and what a name means.
#pragma once
#include <string>
#include <vector>

#include "index/lists.h"
#include "index/sqlite/database.h"

namespace indexing {

base::Result<std::vector<ProjectListRow>> list_projects(Database& database);
base::Result<std::vector<std::string>> projects_named(Database& database, const std::string& text);
base::Result<std::vector<NamedRun>> runs_named(Database& database, const std::string& text);
base::Result<std::vector<AgentListRow>> agents_of(Database& database, const std::string& run);

}  // namespace indexing
