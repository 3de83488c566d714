#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/protocol_view.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

using base::Json;

bool is_passed(const engine::GateReport& report) {
  return report.status == name_of(model::GateStatus::pass) ||
         report.status == name_of(model::GateStatus::skipped);
}

// The last line is what scripts of document S1's users look for.
void print_report(Context& context, const engine::GateReport& report) {
  const Style style(context.system.environment);
  print_gates(context, report.gates);
  const bool is_all = report.gates.size() > 1;
  const std::string what = is_all ? "Session End validation" : report.gates.front().gate;
  if (is_passed(report)) {
    print_line(context.console, style.green("OK: ") + what + " passed");
    return;
  }
  print_line(context.console, style.red("FAIL: ") + what + " failed" +
                                  (is_all ? ": " + base::join(report.unmet, ", ") : ""));
  if (is_all)
    print_line(context.console, "  hint: `holdfast session blocked` says what is needed.");
}

}  // namespace

base::Result<int> run_session_validate(Context& context, Arguments& arguments) {
  std::optional<std::string> gate;
  arguments.option({"--gate", "NAME", "One gate, or ALL (default)"}, gate);
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_protocol_run(context, arguments));
  TRY_ASSIGN(const auto report,
             engine::validate_gate(chosen.workspace, chosen.run, gate.value_or("ALL"), {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"gate", gate.value_or("ALL")},
                                     {"status", report.status},
                                     {"session_id", report.protocol.session_id},
                                     {"branch", report.protocol.branch},
                                     {"fingerprint", report.fingerprint},
                                     {"unmet", report.unmet},
                                     {"gates", gates_json(report.gates)}});
  } else {
    print_report(context, report);
  }
  return is_passed(report) ? kDone : kDenied;
}

}  // namespace cli
