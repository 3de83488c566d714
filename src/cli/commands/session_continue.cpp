#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/pin_view.h"
#include "cli/run_choice.h"
#include "engine/restored_json.h"

namespace cli {

base::Result<int> run_session_continue(Context& context, Arguments& arguments) {
  std::string id;
  arguments.operand({"ID", "", "The session to take over from; see `holdfast continuity score`"},
                    id);
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto restored, engine::continue_session(chosen.workspace, chosen.run, id, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, engine::to_json(restored));
    return kDone;
  }
  const std::string from = printable(restored.session_ids.empty() ? id : restored.session_ids[0]);
  print_line(context.console,
             (restored.changed
                  ? "Session " + chosen.run.brief() + " takes over from " + from
                  : "Session " + chosen.run.brief() + " has taken over from " + from + " already") +
                 ": " + base::counted(restored.inherited_pins.size(), "pin") + ", " +
                 base::counted(restored.pending_task_count, "pending task") + ".");
  if (!restored.inherited_pins.empty()) print_pins(context.console, restored.inherited_pins);
  print_skipped(context.console, restored.skipped);
  return kDone;
}

}  // namespace cli
