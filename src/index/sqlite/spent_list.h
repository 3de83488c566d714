// What agents used, summed up, in SQLite.
#pragma once
#include <vector>

#include "index/lists.h"
#include "index/sqlite/database.h"

namespace indexing {

base::Result<std::vector<SpentRow>> sums_of_spent(Database& database, const SpentQuery& query);

}  // namespace indexing
