#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/host_choice.h"
#include "cli/run_choice.h"

namespace cli {
namespace {

// What is broken stays, and everything else has gone by now.
base::Result<int> outcome_of(const engine::InstallPlan& plan, const HostOptions& chosen) {
  if (plan.problems.empty()) return kDone;
  base::Error error{plan.problems.front().error.code, "", ""};
  std::string command = "holdfast uninstall";
  if (chosen.scope) command += " --scope " + *chosen.scope;
  for (const engine::HostProblem& problem : plan.problems) {
    if (!error.message.empty()) error.message += "; ";
    error.message += problem.error.message;
    command += " --host " + problem.host;
  }
  error.hint = "Correct that by hand, then run `" + command + "`.";
  return error;
}

}  // namespace

base::Result<int> run_uninstall(Context& context, Arguments& arguments) {
  HostOptions chosen;
  declare(arguments, chosen, Unnamed::all_hosts);
  TRY(arguments.parse());
  TRY_ASSIGN(auto request, install_request(context, arguments, chosen, Unnamed::all_hosts));
  // Without the program the shield would stop everything.
  request.shield = true;
  TRY_ASSIGN(const auto plan, engine::plan_uninstall(context.system, request));
  if (!plan.changes.empty() || !plan.forgotten.empty())
    TRY(check_is_person(context, arguments, "`holdfast uninstall`"));
  TRY(engine::apply_plan(context.system, plan));
  if (arguments.form() == Form::json) {
    print_json(context.console,
               base::Json{{"root", plan.root.native()}, {"changes", changes_json(plan)}});
    return outcome_of(plan, chosen);
  }
  if (!plan.changes.empty()) {
    print_line(context.console, "Taken out of " + printable(plan.root.native()) + ":");
    print_changes(context.console, plan);
  } else if (!plan.forgotten.empty()) {
    print_line(context.console, "What was kept of " + printable(plan.root.native()) + " is gone.");
  } else if (plan.problems.empty()) {
    print_line(context.console,
               "Nothing to take out in scope " + chosen.scope.value_or("local") + ".");
  }
  return outcome_of(plan, chosen);
}

}  // namespace cli
