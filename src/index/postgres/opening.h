// What all that is opened here has in common.
#pragma once
#include "index/postgres/connection.h"
#include "index/postgres/postgres_index.h"
#include "index/postgres/scope.h"

namespace indexing {

ConnectOptions connect_options(const OpenPostgres& options);
Scope scope_of(Connection& connection, const OpenPostgres& options);

}  // namespace indexing
