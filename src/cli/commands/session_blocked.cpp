#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/protocol.h"

namespace cli {
namespace {

using base::Json;

Json to_json(const engine::BlockedReason& reason) {
  Json gates = Json::array();
  for (const engine::BlockedGate& gate : reason.gates) {
    gates.push_back(Json{{"phase", gate.gate},
                         {"requirement_level", gate.level},
                         {"reason", gate.reason},
                         {"evidence_needed", gate.evidence_needed}});
  }
  return Json{
      {"is_blocked", reason.is_blocked},    {"has_session", reason.has_session},
      {"session_id", reason.session_id},    {"phase", reason.phase},
      {"blocked_phases", std::move(gates)}, {"suggested_actions", reason.suggested_actions}};
}

void print_reason(Context& context, const engine::BlockedReason& reason) {
  const Style style(context.system.environment);
  if (reason.has_session) {
    print_line(context.console,
               "Session " + reason.session_id + " is in phase " + printable(reason.phase) + ".");
  }
  for (const engine::BlockedGate& gate : reason.gates) {
    print_line(context.console,
               style.red("✗ ") + gate.gate + " (" + gate.level + "): " + printable(gate.reason));
    print_line(context.console, "    needed: " + printable(gate.evidence_needed));
  }
  if (reason.is_blocked) return;
  for (const std::string& action : reason.suggested_actions) {
    print_line(context.console, printable(action));
  }
}

}  // namespace

base::Result<int> run_session_blocked(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  std::optional<model::RunId> run;
  auto chosen = engine::choose_protocol_run(workspace, session_choice(context, arguments));
  if (chosen.ok()) {
    run = *std::move(chosen);
  } else if (chosen.error().code != base::Code::no_session) {
    return std::move(chosen).error();
  }
  const auto reason = engine::blocked_reason(workspace, run);
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(reason));
  } else {
    print_reason(context, reason);
  }
  return reason.is_blocked ? kDenied : kDone;
}

}  // namespace cli
