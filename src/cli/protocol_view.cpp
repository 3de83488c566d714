#include "cli/protocol_view.h"

#include <nlohmann/json.hpp>

namespace cli {

using base::Json;

namespace {

std::string mark_of(const Style& style, const model::GateResult& result) {
  if (result.status.is(model::GateStatus::pass)) return style.green("✓");
  if (result.status.is(model::GateStatus::skipped)) return style.dim("–");
  return result.blocking ? style.red("✗") : style.yellow("!");
}

}  // namespace

void print_gates(Context& context, const std::vector<engine::GateOutcome>& gates) {
  const Style style(context.system.environment);
  for (const engine::GateOutcome& gate : gates) {
    print_line(context.console, mark_of(style, gate.result) + " " + printable(gate.message));
  }
}

Json gates_json(const std::vector<engine::GateOutcome>& gates) {
  Json list = Json::array();
  for (const engine::GateOutcome& gate : gates) {
    Json json{{"gate", gate.gate}};
    json.update(model::to_json(gate.result));
    json["message"] = gate.message;
    list.push_back(std::move(json));
  }
  return list;
}

void print_warnings(Context& context, const std::vector<std::string>& warnings) {
  const Style style(context.system.environment);
  for (const std::string& warning : warnings) {
    print_line(context.console, style.yellow("! ") + printable(warning));
  }
}

Json violations_json(const std::vector<model::Violation>& violations) {
  Json list = Json::array();
  for (const model::Violation& violation : violations) list.push_back(model::to_json(violation));
  return list;
}

void print_violation(Context& context, const std::string& session,
                     const model::Violation& violation) {
  std::string line = short_time(violation.timestamp) + "  " + printable(session) + "  " +
                     printable(violation.severity.text()) + "  " + printable(violation.requirement);
  if (violation.recovery) line += " (since then: " + printable(*violation.recovery) + ")";
  print_line(context.console, line);
}

}  // namespace cli
