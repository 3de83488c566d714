#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {

base::Result<int> run_session_compact(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto outcome, engine::compact_session(chosen.workspace, chosen.run, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"sessionId", chosen.run.text},
                                           {"version", outcome.version},
                                           {"moved", outcome.moved},
                                           {"note", outcome.note}});
  } else {
    print_line(context.console, "Moved " + std::to_string(outcome.moved) + " invocations to " +
                                    printable(outcome.note) + " (version " +
                                    std::to_string(outcome.version) + ").");
  }
  return kDone;
}

}  // namespace cli
