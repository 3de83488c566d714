#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/protocol_view.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

using base::Json;

void print_outcome(Context& context, const engine::EndOutcome& outcome) {
  print_gates(context, outcome.gates);
  for (const model::Violation& violation : outcome.protocol.violations) {
    print_violation(context, outcome.protocol.session_id, violation);
  }
  print_warnings(context, outcome.warnings);
  const std::string name = "Session " + outcome.protocol.session_id;
  print_line(context.console, outcome.closed ? name + " has ended: " + outcome.status + "."
                                             : name + " stays open: " + outcome.status + ".");
  if (!outcome.closed) {
    print_line(context.console, "  hint: Not met: " + base::join(outcome.unmet, ", ") +
                                    "; `holdfast session blocked` says what is needed.");
  }
}

}  // namespace

base::Result<int> run_session_end(Context& context, Arguments& arguments) {
  engine::EndRequest request;
  std::optional<std::string> summary;
  std::optional<std::string> notes;
  arguments.option({"--summary", "TEXT", "What was done"}, summary);
  arguments.option({"--notes", "TEXT", "What the next session must know"}, notes);
  arguments.flag({"--skip-qa", "", "Only for changes to documents alone"}, request.skip_qa);
  arguments.repeated({"--decision", "TEXT", "A decision worth keeping; may be repeated"},
                     request.key_decisions);
  arguments.session_option();
  TRY(arguments.parse());
  if (!summary || base::trim(*summary).empty()) {
    return arguments.wrong_use("--summary is missing: what was done?");
  }
  request.summary = *summary;
  request.next_session_notes = notes.value_or("");
  TRY_ASSIGN(auto chosen, open_protocol_run(context, arguments));
  TRY_ASSIGN(const auto outcome, engine::end_protocol(chosen.workspace, chosen.run, request, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"session_id", outcome.protocol.session_id},
                                     {"status", outcome.status},
                                     {"closed", outcome.closed},
                                     {"checklist", model::to_json(outcome.protocol.checklist)},
                                     {"violations", violations_json(outcome.protocol.violations)},
                                     {"gates", gates_json(outcome.gates)},
                                     {"unmet", outcome.unmet},
                                     {"handoff_updated", outcome.handoff_updated},
                                     {"commit_sha", outcome.commit_sha},
                                     {"warnings", outcome.warnings}});
  } else {
    print_outcome(context, outcome);
  }
  return outcome.status == "COMPLETE" ? kDone : kDenied;
}

}  // namespace cli
