// Whose rows a question is about: this machine's, or all of the fleet.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "index/postgres/connection.h"

namespace indexing {

struct Scope {
  Connection& connection;  // Outlives this.
  std::string machine;
  bool is_all = false;

  // Adds "r.machine=$n AND ", where only this machine's rows count.
  void only(Query& query, std::string_view table) const {
    if (is_all) return;
    query.sql(table).sql(".machine=").value(machine).sql(" AND ");
  }
  // What a row says of a machine: nothing of this one.
  std::string shown(std::string_view id) const {
    return id == machine ? std::string() : std::string(id);
  }
  const std::string& meant(const std::string& shown) const {
    return shown.empty() ? machine : shown;
  }
};

// The first column of every row that `query` finds.
inline base::Result<std::vector<std::string>> first_column(const Scope& scope, const Query& query) {
  TRY_ASSIGN(Rows rows, scope.connection.ask(query));
  std::vector<std::string> texts;
  while (rows.next()) texts.push_back(rows.text(0));
  return texts;
}

}  // namespace indexing
