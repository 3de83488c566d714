// Lists of runs and of their agents.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "index/lists.h"
#include "index/postgres/scope.h"

namespace indexing {

base::Result<std::vector<RunListRow>> page_of_runs(const Scope& scope, const RunListQuery& query);
base::Result<std::optional<RunListRow>> find_listed_run(const Scope& scope, const std::string& uid);
base::Result<std::vector<RunListRow>> runs_of_work(const Scope& scope, const std::string& project,
                                                   const std::string& slug, std::size_t limit);
base::Result<std::vector<RunListRow>> held_runs(const Scope& scope, const HeldRunsQuery& query);
base::Result<std::vector<RunListRow>> open_runs(const Scope& scope, std::size_t limit);
base::Result<std::vector<AgentListRow>> agents_of(const Scope& scope, const std::string& run);

}  // namespace indexing
