// The tables of docs/spec/model.md 4.3, made step by step. Every step can be taken again, and other
// programs' tables in the same file are left alone.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "index/sqlite/database.h"

namespace indexing {

constexpr std::int64_t kSchemaVersion = 7;

// Brings the file to kSchemaVersion. unavailable where it is of a newer one, or where a table of a
// name of ours has other columns.
base::Result<void> migrate(Database& database, const std::string& now);

base::Result<std::int64_t> schema_version(Database& database);

// Ours, in the order of the migrations, without schema_migrations and the search's own.
const std::vector<std::string>& data_tables();
// Whether a table is one of ours, the search's own and SQLite's included.
bool is_own_table(std::string_view name);

}  // namespace indexing
