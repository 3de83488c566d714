#include <nlohmann/json.hpp>

#include "cli/added_item.h"
#include "cli/commands/all.h"
#include "cli/document.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"

namespace cli {

using base::Json;

base::Result<int> run_handoff_add(Context& context, Arguments& arguments) {
  std::optional<std::string> input;
  input_option(arguments, input,
               "The Handoff ({\"fromAgent\",\"toAgent\",\"reason\",\"context\"}), or -");
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(const auto document, required_document(context, arguments, input));
  TRY_ASSIGN(const auto handoff, of_input(arguments, model::handoff_from_json(document)));
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto added, engine::add_handoff(chosen.workspace, chosen.run, handoff, {}));
  return print_added(context, arguments, "handoff", added);
}

base::Result<int> run_handoff_list(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto handoffs, engine::list_handoffs(chosen.workspace, chosen.run));
  if (arguments.form() == Form::json) {
    Json list = Json::array();
    for (const model::Handoff& handoff : handoffs) list.push_back(model::to_json(handoff));
    print_json(context.console, Json{{"handoffs", list}});
    return kDone;
  }
  if (handoffs.empty()) print_line(context.console, "No handoff waits.");
  for (const model::Handoff& handoff : handoffs) {
    print_line(context.console,
               printable(handoff.id) + "  " + printable(handoff.from_agent.text()) + " to " +
                   printable(handoff.to_agent.text()) + ": " + printable(handoff.reason));
  }
  return kDone;
}

base::Result<int> run_handoff_accept(Context& context, Arguments& arguments) {
  std::string id;
  arguments.operand({"ID", "", "The handoff; `holdfast handoff list` shows those that wait"}, id);
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto accepted, engine::accept_handoff(chosen.workspace, chosen.run, id, {}));
  if (arguments.form() == Form::json) return print_added(context, arguments, "", accepted);
  print_line(context.console, "Accepted handoff " + printable(accepted.id) + " (version " +
                                  std::to_string(accepted.version) + ").");
  return kDone;
}

}  // namespace cli
