// session verify and recover: what to do about a state that somebody touched.
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/verification.h"
#include "engine/history.h"

namespace cli {

base::Result<int> run_session_verify(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_any_run(context, arguments));
  return verify_runs(context, chosen.workspace, {chosen.run}, arguments.form());
}

base::Result<int> run_session_recover(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_any_run(context, arguments));
  TRY_ASSIGN(const auto outcome, engine::recover_session(chosen.workspace, chosen.run));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"sessionId", outcome.run.id.text},
                                           {"version", outcome.run.version},
                                           {"mode", outcome.run.mode.text()},
                                           {"restoredVersion", outcome.restored_version},
                                           {"setAside", outcome.set_aside}});
    return kDone;
  }
  const std::string restored =
      outcome.restored_version > 0
          ? "restored from version " + std::to_string(outcome.restored_version)
          : "started anew, since nothing good was left";
  print_line(context.console, "Session " + outcome.run.id.brief() + " was " + restored +
                                  ". It has version " + std::to_string(outcome.run.version) +
                                  " and mode " + printable(outcome.run.mode.text()) + ".");
  if (!outcome.set_aside.empty()) {
    print_line(context.console, "The bad note was kept as " + printable(outcome.set_aside) + ".");
  }
  return kDone;
}

}  // namespace cli
