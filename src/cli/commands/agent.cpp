#include <nlohmann/json.hpp>

#include "cli/added_item.h"
#include "cli/commands/all.h"
#include "cli/document.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {

base::Result<int> run_agent_add(Context& context, Arguments& arguments) {
  std::optional<std::string> input;
  input_option(arguments, input, "The AgentInvocation ({\"agent\",\"input\":{\"prompt\"}}), or -");
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(const auto document, required_document(context, arguments, input));
  TRY_ASSIGN(const auto invocation,
             of_input(arguments, model::agent_invocation_from_json(document)));
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto added,
             engine::add_invocation(chosen.workspace, chosen.run, invocation, {}));
  return print_added(context, arguments, "invocation", added);
}

base::Result<int> run_agent_complete(Context& context, Arguments& arguments) {
  std::optional<std::string> id;
  std::optional<std::string> agent;
  std::optional<std::string> status;
  std::optional<std::string> input;
  arguments.option({"--id", "ID", "The invocation"}, id);
  arguments.option({"--agent", "NAME", "Or the agent, whose invocation in progress is meant"},
                   agent);
  arguments.option({"--status", "STATUS", "completed (default), failed or blocked"}, status);
  input_option(arguments, input,
               "Its output ({\"summary\",\"artifacts\",\"recommendations\",\"blockers\"}), or -");
  arguments.session_option();
  TRY(arguments.parse());
  if (id.has_value() == agent.has_value()) {
    return arguments.wrong_use("Give --id or --agent, one of them.");
  }
  engine::InvocationResult result;
  result.invocation_id = id.value_or("");
  result.agent = agent.value_or("");
  if (status) result.status = *status;
  if (input) {
    TRY_ASSIGN(const auto document, read_document(context.console, *input));
    TRY_ASSIGN(result.output, of_input(arguments, model::invocation_output_from_json(document)));
  }
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto ended,
             engine::complete_invocation(chosen.workspace, chosen.run, result, {}));
  if (arguments.form() == Form::json) return print_added(context, arguments, "", ended);
  print_line(context.console, "Invocation " + printable(ended.id) + " is " +
                                  printable(result.status) + " (version " +
                                  std::to_string(ended.version) + ").");
  return kDone;
}

}  // namespace cli
