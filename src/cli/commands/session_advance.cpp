#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/protocol_view.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

using base::Json;

void print_outcome(Context& context, const engine::AdvanceOutcome& outcome) {
  print_gates(context, outcome.gates);
  const std::string now = printable(outcome.current_phase);
  print_line(context.console, outcome.previous_phase == outcome.current_phase
                                  ? "The session stays in phase " + now + "."
                                  : "The session is now in phase " + now + ".");
  for (const model::Violation& violation : outcome.violations) {
    print_violation(context, outcome.protocol.session_id, violation);
  }
  if (outcome.success) return;
  if (!outcome.blocked_by.empty()) {
    print_line(context.console, "Blocked by " + base::join(outcome.blocked_by, ", ") + ".");
  }
  print_line(context.console, "  hint: `holdfast session blocked` says what is needed.");
}

}  // namespace

base::Result<int> run_session_advance(Context& context, Arguments& arguments) {
  engine::AdvanceRequest request;
  std::optional<std::string> reason;
  arguments.operand({"PHASE", "", "Go on to this one (default: one step)"}, request.target);
  arguments.flag({"--force", "", "Skip the gates; recorded as a violation"}, request.force);
  arguments.option({"--reason", "TEXT", "Why; needed with --force"}, reason);
  arguments.session_option();
  TRY(arguments.parse());
  if (request.force && (!reason || reason->empty())) {
    return arguments.wrong_use("--force needs a --reason.");
  }
  request.reason = reason.value_or("");
  TRY_ASSIGN(auto chosen, open_protocol_run(context, arguments));
  TRY_ASSIGN(const auto outcome, engine::advance_phase(chosen.workspace, chosen.run, request, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"session_id", outcome.protocol.session_id},
                                     {"previous_phase", outcome.previous_phase},
                                     {"current_phase", outcome.current_phase},
                                     {"success", outcome.success},
                                     {"blocked_by", outcome.blocked_by},
                                     {"violations", violations_json(outcome.violations)},
                                     {"gates", gates_json(outcome.gates)}});
  } else {
    print_outcome(context, outcome);
  }
  return outcome.success ? kDone : kDenied;
}

}  // namespace cli
