// Rows as text, in the words of SQLite's dump: two indexes of the same files give the same lines.
#pragma once
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "index/postgres/scope.h"

namespace indexing {

// Of this machine, whatever the scope is; the machine itself is left out.
base::Result<void> dump_tables(const Scope& scope, const std::vector<std::string>& tables,
                               const std::function<void(std::string_view line)>& visit);

}  // namespace indexing
