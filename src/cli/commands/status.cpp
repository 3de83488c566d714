#include "engine/status.h"

#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

using base::Json;

Json to_json(const engine::Status& status) {
  return Json{{"sessionId", status.run.text},
              {"health", engine::name_of(status.health)},
              {"problem", status.problem},
              {"mode", status.mode},
              {"version", status.version},
              {"protocol", status.protocol},
              {"pausedUntil", status.paused_until},
              {"workSession", status.work_session},
              {"activeFeature", status.active_feature},
              {"activeTask", status.active_task},
              {"activeAgent", status.active_agent},
              {"decisions", status.decisions},
              {"verdicts", status.verdicts},
              {"denials", status.denials},
              {"pins", status.pins},
              {"waitingHandoffs", status.waiting_handoffs},
              {"cost", status.cost},
              {"faults", status.faults},
              {"requirementsMet", status.requirements_met},
              {"requirementsOpen", status.requirements_open}};
}

void print_status(Context& context, const engine::Status& status) {
  const Style style(context.system.environment);
  Console& console = context.console;
  print_line(console, "Session " + style.bold(status.run.text) + " (" +
                          std::string(engine::name_of(status.health)) + ")");
  if (!status.problem.empty()) print_line(console, "  " + style.red(printable(status.problem)));
  std::string paused;
  if (!status.paused_until.empty())
    paused = "blocking is off until " + short_time(status.paused_until) + " UTC";
  std::string requirements;
  const std::size_t all = status.requirements_met + status.requirements_open.size();
  if (all > 0) {
    requirements = std::to_string(status.requirements_met) + " of " + std::to_string(all) + " met";
  }
  const auto count = [](std::size_t number) {
    return number == 0 ? std::string() : std::to_string(number);
  };
  print_facts(console, {{"mode", printable(status.mode)},
                        {"paused", paused},
                        {"version", std::to_string(status.version)},
                        {"protocol", status.protocol},
                        {"work session", printable(status.work_session)},
                        {"feature", status.active_feature == status.work_session
                                        ? std::string()
                                        : printable(status.active_feature)},
                        {"task", printable(status.active_task)},
                        {"agent", printable(status.active_agent)},
                        {"decisions", std::to_string(status.decisions)},
                        {"verdicts", std::to_string(status.verdicts)},
                        {"denials", std::to_string(status.denials)},
                        {"pins", count(status.pins)},
                        {"handoffs waiting", count(status.waiting_handoffs)},
                        {"requirements", requirements},
                        {"cost", status.cost}});
  for (const std::string& open : status.requirements_open) {
    print_line(console, "  ⬜ " + printable(open));
  }
  for (const std::string& fault : status.faults) {
    print_line(console, style.yellow("  ! ") + printable(fault));
  }
}

}  // namespace

base::Result<int> run_status(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  const engine::Status status = engine::status_of(chosen.workspace, chosen.run);
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(status));
  } else {
    print_status(context, status);
  }
  return kDone;
}

}  // namespace cli
