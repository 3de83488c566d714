#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/host_choice.h"

namespace cli {

base::Result<int> run_uninstall(Context& context, Arguments& arguments) {
  HostOptions chosen;
  declare(arguments, chosen, Unnamed::all_hosts);
  TRY(arguments.parse());
  TRY_ASSIGN(const auto request, install_request(context, arguments, chosen, Unnamed::all_hosts));
  TRY_ASSIGN(const auto plan, engine::plan_uninstall(context.system, request));
  TRY(engine::apply_plan(context.system, plan));
  if (arguments.form() == Form::json) {
    print_json(context.console,
               base::Json{{"root", plan.root.native()}, {"changes", changes_json(plan)}});
    return kDone;
  }
  if (plan.changes.empty()) {
    print_line(context.console,
               "Nothing to take out in scope " + chosen.scope.value_or("local") + ".");
    return kDone;
  }
  print_line(context.console, "Taken out of " + printable(plan.root.native()) + ":");
  print_changes(context.console, plan);
  return kDone;
}

}  // namespace cli
