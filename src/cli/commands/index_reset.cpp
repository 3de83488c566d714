#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/index.h"

namespace cli {

using base::Json;

base::Result<int> run_index_reset(Context& context, Arguments& arguments) {
  bool yes = false;
  arguments.flag({"-y,--yes", "", "Do it without asking"}, yes);
  TRY(arguments.parse());
  if (!yes && !context.system.environment.has_terminal()) {
    return arguments.wrong_use("`index reset` takes the index away: say --yes to do it.");
  }
  if (!yes && !ask_yes_no(context,
                          "This deletes the index. What ran is dumped to a file beside it; the "
                          "rest is read again from the projects. Go on?")) {
    return base::Error{base::Code::failed, "Not confirmed. Nothing was changed.", ""};
  }
  TRY(check_is_person(context, arguments, "`holdfast index reset`"));
  TRY_ASSIGN(const engine::IndexReset reset, engine::reset_index(context.system));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"place", reset.place},
                                     {"removed", reset.removed},
                                     {"dump", reset.dump},
                                     {"rows", reset.rows}});
  } else if (!reset.removed) {
    print_line(context.console, "There is no index at " + printable(reset.place) + ".");
  } else {
    print_line(context.console, "Deleted " + printable(reset.place) + ".");
    if (!reset.dump.empty()) {
      print_line(context.console, std::to_string(reset.rows) + " rows of what ran are in " +
                                      printable(reset.dump) + ".");
    }
  }
  return kDone;
}

}  // namespace cli
