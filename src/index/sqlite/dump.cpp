#include "index/sqlite/dump.h"

#include <nlohmann/json.hpp>

#include "base/json.h"

namespace indexing {
namespace {

using base::Json;

// Numbers of texts are how the search finds them, and say nothing by themselves.
bool is_hidden(const std::string& table, const std::string& column) {
  return table == "search_documents" && column == "number";
}

Json value_of(const Statement& row, int column) {
  if (row.is_null(column)) return nullptr;
  return row.text(column);
}

}  // namespace

base::Result<void> dump_tables(Database& database, const std::vector<std::string>& tables,
                               const std::function<void(std::string_view line)>& visit) {
  for (const std::string& table : tables) {
    TRY_ASSIGN(Statement probe, database.prepare("SELECT * FROM " + table));
    std::string columns;
    for (int column = 0; column < probe.columns(); ++column) {
      if (is_hidden(table, probe.column_name(column))) continue;
      columns += (columns.empty() ? "\"" : ", \"") + probe.column_name(column) + "\"";
    }
    TRY_ASSIGN(Statement rows,
               database.prepare("SELECT " + columns + " FROM " + table + " ORDER BY " + columns));
    rows.start();
    while (true) {
      TRY_ASSIGN(const bool has_row, rows.next());
      if (!has_row) break;
      Json row = Json::object();
      for (int column = 0; column < rows.columns(); ++column) {
        row[rows.column_name(column)] = value_of(rows, column);
      }
      visit(Json{{"table", table}, {"row", std::move(row)}}.dump(
          -1, ' ', false, nlohmann::json::error_handler_t::replace));
    }
  }
  return {};
}

}  // namespace indexing
