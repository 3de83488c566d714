#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

namespace {

using base::Json;

struct Step {
  std::string action;
  std::optional<std::int64_t> number;
};

base::Result<engine::WorkResult> change(engine::Workspace& workspace, const std::string& id,
                                        const Step& step, const engine::WorkCaller& caller) {
  if (step.action == "init") return engine::init_work_build(workspace, id, step.number, caller);
  const std::int64_t number = step.number.value_or(0);
  return step.action == "start" ? engine::start_work_checkpoint(workspace, id, number, caller)
                                : engine::complete_work_checkpoint(workspace, id, number, caller);
}

std::string progress_sentence(const engine::WorkResult& result) {
  const model::BuildProgress& build = result.work.session.build;
  std::string text = printable(result.work.slug) + ": " + std::to_string(build.completed.size()) +
                     " of " + std::to_string(build.total) + " checkpoints complete";
  if (build.current) text += ", now " + std::to_string(*build.current);
  return text + ".";
}

}  // namespace

base::Result<int> run_work_checkpoint(Context& context, Arguments& arguments) {
  std::string id;
  std::string action;
  std::optional<std::string> number;
  work_operand(arguments, id);
  arguments.operand({"ACTION", "", "start, complete or init"}, action);
  arguments.operand({"NUMBER", "", "The checkpoint; for init how many (default: as in plan.json)"},
                    number);
  arguments.session_option();
  TRY(arguments.parse());
  if (action != "start" && action != "complete" && action != "init") {
    return arguments.wrong_use("ACTION must be start, complete or init.");
  }
  if (action != "init" && !number) return arguments.wrong_use("NUMBER is missing.");
  std::optional<std::int64_t> value;
  if (number) {
    TRY_ASSIGN(value, number_of(arguments, *number, "NUMBER"));
  }
  return run_change(context, arguments,
                    {id,
                     [&](auto& workspace, const auto& session, const auto& caller) {
                       return change(workspace, session, {action, value}, caller);
                     },
                     progress_sentence});
}

}  // namespace cli
