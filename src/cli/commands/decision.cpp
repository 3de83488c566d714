// decision add and verdict add.
#include <nlohmann/json.hpp>

#include "cli/added_item.h"
#include "cli/commands/all.h"
#include "cli/document.h"
#include "cli/run_choice.h"

namespace cli {

base::Result<int> run_decision_add(Context& context, Arguments& arguments) {
  std::optional<std::string> input;
  input_option(arguments, input,
               "The Decision ({\"type\",\"description\",\"rationale\",\"decidedBy\"}), or -");
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(const auto document, required_document(context, arguments, input));
  TRY_ASSIGN(const auto decision, of_input(arguments, model::decision_from_json(document)));
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto added, engine::add_decision(chosen.workspace, chosen.run, decision, {}));
  return print_added(context, arguments, "decision", added);
}

base::Result<int> run_verdict_add(Context& context, Arguments& arguments) {
  std::optional<std::string> input;
  input_option(arguments, input,
               "The Verdict ({\"agent\",\"decision\",\"confidence\",\"reasoning\"}), or -");
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(const auto document, required_document(context, arguments, input));
  TRY_ASSIGN(const auto verdict, of_input(arguments, model::verdict_from_json(document)));
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto added, engine::add_verdict(chosen.workspace, chosen.run, verdict, {}));
  return print_added(context, arguments, "verdict", added);
}

}  // namespace cli
