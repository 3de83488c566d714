#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "engine/index.h"

namespace cli {
namespace {

using base::Json;

Json to_json(const engine::IndexStatus& status) {
  Json tables = Json::object();
  for (const engine::IndexStatus::Table& table : status.tables) tables[table.name] = table.rows;
  return Json{{"place", status.place},
              {"exists", status.exists},
              {"schema_version", status.schema_version},
              {"bytes", status.bytes},
              {"journal_bytes_behind", status.journal_bytes_behind},
              {"tables", std::move(tables)},
              {"problems", status.problems}};
}

void print_status(Context& context, const engine::IndexStatus& status) {
  Console& console = context.console;
  if (!status.exists) {
    print_line(console, "There is no index yet; `holdfast index update` makes it at " +
                            printable(status.place) + ".");
    return;
  }
  print_facts(console, {{"Index", printable(status.place)},
                        {"Schema", std::to_string(status.schema_version)},
                        {"Size", std::to_string(status.bytes) + " bytes"},
                        {"Behind", status.journal_bytes_behind == 0
                                       ? "nothing"
                                       : std::to_string(status.journal_bytes_behind) +
                                             " bytes of journals"}});
  std::vector<std::vector<std::string>> rows{{"TABLE", "ROWS"}};
  for (const engine::IndexStatus::Table& table : status.tables) {
    rows.push_back({table.name, std::to_string(table.rows)});
  }
  if (rows.size() > 1) print_table(console, rows);
  const Style style(context.system.environment);
  for (const std::string& problem : status.problems) {
    print_line(console, style.red("✗ ") + printable(problem));
  }
}

}  // namespace

base::Result<int> run_index_status(Context& context, Arguments& arguments) {
  TRY(arguments.parse());
  TRY_ASSIGN(const engine::IndexStatus status, engine::index_status(context.system));
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(status));
  } else {
    print_status(context, status);
  }
  return status.problems.empty() ? kDone : kUnavailable;
}

}  // namespace cli
