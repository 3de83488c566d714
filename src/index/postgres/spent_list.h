// What agents used, summed up, of one machine or of all.
#pragma once
#include <vector>

#include "index/lists.h"
#include "index/postgres/scope.h"

namespace indexing {

base::Result<std::vector<SpentRow>> sums_of_spent(const Scope& scope, const SpentQuery& query);

}  // namespace indexing
