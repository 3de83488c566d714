#include "index/postgres/dump.h"

#include <array>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "index/postgres/schema.h"

namespace indexing {
namespace {

using base::Json;

// What SQLite has no column for: whose a row is, how the search finds it.
bool is_hidden(std::string_view table, std::string_view column) {
  if (column == "machine") return true;
  if (table == "search_documents") return column == "number" || column == "words";
  const bool is_by_number =
      table == "agent_logs" || table == "violations" || table == "phase_events";
  return is_by_number && column == "run_uid";
}

// As SQLite spells it: fifteen digits, and always a point.
std::string real_text(double number) {
  std::array<char, 40> digits;
  std::snprintf(digits.data(), digits.size(), "%.15g", number);
  std::string text = digits.data();
  if (text.find_first_of(".n") == std::string::npos) {
    text.insert(std::min(text.find('e'), text.size()), ".0");
  }
  return text;
}

Json value_of(const Rows& row, int column) {
  // A key's empty text stands for none.
  if (row.is_null(column) || row.view(column).empty()) return nullptr;
  return row.is_real(column) ? real_text(row.real(column)) : row.text(column);
}

base::Result<void> dump_table(const Scope& scope, const std::string& table,
                              const std::function<void(std::string_view line)>& visit) {
  TRY_ASSIGN(Rows probe, scope.connection.ask("SELECT * FROM " + table + " LIMIT 0", {}));
  std::string columns;
  std::string order;
  for (int column = 0; column < probe.columns(); ++column) {
    const std::string name = probe.column_name(column);
    if (is_hidden(table, name)) continue;
    const std::string quoted = scope.connection.quoted_name(name);
    columns += (columns.empty() ? "" : ", ") + quoted;
    order += (order.empty() ? "" : ", ") + quoted + " NULLS FIRST";
  }
  return scope.connection.each(
      "SELECT " + columns + " FROM " + table + " WHERE machine=$1 ORDER BY " + order,
      Values::of(scope.machine), [&](const Rows& rows) {
        Json row = Json::object();
        for (int column = 0; column < rows.columns(); ++column) {
          row[rows.column_name(column)] = value_of(rows, column);
        }
        visit(Json{{"table", table}, {"row", std::move(row)}}.dump(
            -1, ' ', false, nlohmann::json::error_handler_t::replace));
      });
}

}  // namespace

base::Result<void> dump_tables(const Scope& scope, const std::vector<std::string>& tables,
                               const std::function<void(std::string_view line)>& visit) {
  for (const std::string& table : tables) {
    if (!is_dumped(table)) {
      return base::Error{base::Code::not_found, "the index has no table `" + table + "`", ""};
    }
    TRY(dump_table(scope, table, visit));
  }
  return {};
}

}  // namespace indexing
