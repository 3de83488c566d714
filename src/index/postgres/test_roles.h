// The roles of data/fleet/roles.sql on the tests' server.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "index/postgres/test_postgres.h"

namespace indexing {

inline std::string as_role(std::string url, const std::string& role) {
  return url.replace(url.find("user=postgres"), 13, "user=" + role);
}

// Roles are the server's, and outlive a database.
inline void make_login(Connection& owner, const std::string& role) {
  auto known = owner.ask("SELECT 1 FROM pg_roles WHERE rolname=$1", Values::of(role));
  if (!known.ok() || known->next()) return;
  static_cast<void>(owner.execute("CREATE ROLE " + role + " LOGIN"));
}

inline base::Result<void> run_roles_script(Connection& owner) {
  const auto here = std::filesystem::path(__FILE__).parent_path();
  std::stringstream script;
  script << std::ifstream(here / "../../../data/fleet/roles.sql").rdbuf();
  return owner.execute(script.str());
}

inline OpenPostgres options_as(const TestDatabase& database, const std::string& machine,
                               const std::string& role) {
  OpenPostgres options = database.options(machine);
  options.url = as_role(options.url, role);
  return options;
}

// The first value of the answer, or how many rows were changed; "refused" where it is.
inline std::string said_to(const TestDatabase& database, const std::string& role,
                           const std::string& sql) {
  auto connection = Connection::open({.url = as_role(database.url(), role), .schema = "holdfast"});
  EXPECT_TRUE(connection.ok());
  auto rows = (*connection)->ask(sql, {});
  return !rows.ok() ? "refused" : rows->next() ? rows->text(0) : std::to_string(rows->changed());
}

}  // namespace indexing
