// Rows as text: to compare two indexes, and to keep what a reset takes away.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "index/sqlite/database.h"

namespace indexing {

// {"table":"agents","row":{…}}, a line a row, in the order of the columns' values.
base::Result<void> dump_tables(Database& database, const std::vector<std::string>& tables,
                               const std::function<void(std::string_view line)>& visit);

}  // namespace indexing
