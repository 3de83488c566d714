#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/doctor.h"

namespace cli {
namespace {

void print_names(Console& console, std::string_view title, const std::vector<std::string>& names) {
  if (names.empty()) return;
  print_line(console, title);
  for (const std::string& name : names) print_line(console, "  " + printable(name));
}

}  // namespace

base::Result<int> run_maintenance(Context& context, Arguments& arguments) {
  TRY(arguments.parse());
  TRY_ASSIGN(const auto outcome,
             engine::maintain(context.system, start_folder(context, arguments)));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"removed", outcome.removed},
                                           {"archived", outcome.archived},
                                           {"ended", outcome.ended}});
    return kDone;
  }
  print_names(context.console, "Removed:", outcome.removed);
  print_names(context.console, "Archived:", outcome.archived);
  print_names(context.console, "Ended, since their holder is gone:", outcome.ended);
  if (outcome.removed.empty() && outcome.archived.empty() && outcome.ended.empty()) {
    print_line(context.console, "There was nothing to clean up.");
  }
  return kDone;
}

}  // namespace cli
