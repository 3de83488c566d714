#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {

base::Result<int> run_session_start(Context& context, Arguments& arguments) {
  std::optional<std::string> id;
  arguments.operand({"ID", "", "A UUID, or a name of your own (default: a new UUID)"}, id);
  TRY(arguments.parse());
  if (id && id->empty()) return arguments.wrong_use("ID is empty.");
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto run, engine::start_session(workspace, id.value_or(""), {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"sessionId", run.id.text}, {"version", run.version}});
  } else {
    print_line(context.console,
               "Started session " + run.id.text + " in mode " + printable(run.mode.text()) + ".");
  }
  return kDone;
}

}  // namespace cli
