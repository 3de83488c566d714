#include "cli/verification.h"

#include <nlohmann/json.hpp>

#include "cli/exit_code.h"

namespace cli {
namespace {

using base::Json;

Json to_json(const engine::VerifyOutcome& outcome) {
  return Json{{"sessionId", outcome.run.text},
              {"ok", outcome.ok()},
              {"stateProblem", outcome.state_problem},
              {"journalProblems", outcome.journal_problems},
              {"remarks", outcome.remarks}};
}

void print_outcome(Context& context, const engine::VerifyOutcome& outcome) {
  const Style style(context.system.environment);
  Console& console = context.console;
  const std::string subject = "session " + outcome.run.brief() + ": ";
  if (outcome.ok())
    print_line(console, style.green("✓ ") + subject + "state and journal are whole.");
  if (!outcome.state_ok) {
    print_line(console, style.red("✗ ") + subject + printable(outcome.state_problem));
  }
  for (const std::string& problem : outcome.journal_problems) {
    print_line(console, style.red("✗ ") + subject + printable(problem));
  }
  for (const std::string& remark : outcome.remarks) {
    print_line(console, style.yellow("! ") + subject + printable(remark));
  }
}

}  // namespace

int verify_runs(Context& context, engine::Workspace& workspace,
                const std::vector<model::RunId>& runs, Form form) {
  bool all_ok = true;
  Json sessions = Json::array();
  for (const model::RunId& run : runs) {
    const engine::VerifyOutcome outcome = engine::verify_session(workspace, run);
    all_ok = all_ok && outcome.ok();
    if (form == Form::json) {
      sessions.push_back(to_json(outcome));
    } else {
      print_outcome(context, outcome);
    }
  }
  if (form == Form::json) {
    print_json(context.console, Json{{"ok", all_ok}, {"sessions", sessions}});
  } else if (runs.empty()) {
    print_line(context.console, "There is no session yet.");
  }
  return all_ok ? kDone : kBadData;
}

}  // namespace cli
