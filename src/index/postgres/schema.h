// The tables of the index in a schema of a PostgreSQL database: those of SQLite, each row led by
// the machine whose it is; events in a partition a month.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/postgres/connection.h"

namespace indexing {

constexpr std::int64_t kPostgresSchemaVersion = 5;

// Brings the schema to kPostgresSchemaVersion, whoever else does so at once; asks for no rights
// where nothing is to be done. unavailable where it is of a newer version.
base::Result<void> migrate(Connection& connection, const std::string& now);
// 0 where there is none.
base::Result<std::int64_t> schema_version(Connection& connection);
// unavailable where it is another than ours.
base::Result<void> check_version(Connection& connection);

// The tables that a dump has, in the order of SQLite's.
const std::vector<std::string>& fleet_tables();
// Whether a dump may be asked for it: those, and the marks.
bool is_dumped(std::string_view table);

}  // namespace indexing
