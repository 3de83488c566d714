// Lists of what happened: denials, violations, faults, and how much of it.
#pragma once
#include <vector>

#include "index/lists.h"
#include "index/postgres/scope.h"

namespace indexing {

base::Result<std::vector<DenialListRow>> page_of_denials(const Scope& scope,
                                                         const DenialListQuery& query);
base::Result<std::vector<ViolationListRow>> page_of_violations(const Scope& scope,
                                                               const ViolationListQuery& query);
base::Result<std::vector<FaultListRow>> newest_faults(const Scope& scope, std::size_t limit);
base::Result<ActivityCounts> counts_since(const Scope& scope, base::Instant moment);

}  // namespace indexing
