// Lists of what happened in runs: denials, violations, faults, and how much since a moment.
#pragma once
#include <string>
#include <vector>

#include "index/lists.h"
#include "index/sqlite/database.h"

namespace indexing {

base::Result<std::vector<DenialListRow>> page_of_denials(Database& database,
                                                         const DenialListQuery& query);
base::Result<std::vector<ViolationListRow>> page_of_violations(Database& database,
                                                               const ViolationListQuery& query);
base::Result<std::vector<FaultListRow>> newest_faults(Database& database, std::size_t limit);
base::Result<ActivityCounts> counts_since(Database& database, base::Instant moment);

// Every statement of the above, for a test to look at how SQLite goes about them.
std::vector<std::string> happening_list_statements();

}  // namespace indexing
