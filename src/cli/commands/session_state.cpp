// session get-state and set-state: document S0's way in for scripts.
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cli/assignment.h"
#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/document.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/version_number.h"

namespace cli {
namespace {

using base::Json;

struct Update {
  std::vector<std::string> assignments;
  std::optional<std::string> input;
};

base::Result<Json> read_update(Context& context, const Arguments& arguments, const Update& update) {
  if (update.input && !update.assignments.empty()) {
    return arguments.wrong_use("Give KEY=VALUE or --input, not both.");
  }
  if (update.input) return read_document(context.console, *update.input);
  if (update.assignments.empty()) {
    return arguments.wrong_use("There is nothing to set: give KEY=VALUE or --input.");
  }
  return document_from_assignments(update.assignments);
}

bool asks_for_disabled(const Json& update) {
  const auto mode = update.find("currentMode");
  return mode != update.end() && mode->is_string() &&
         mode->get_ref<const std::string&>() == "disabled";
}

}  // namespace

base::Result<int> run_session_get_state(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto run, engine::get_state(chosen.workspace, chosen.run));
  print_json(context.console, model::to_json(run));
  return kDone;
}

base::Result<int> run_session_set_state(Context& context, Arguments& arguments) {
  Update update;
  std::optional<std::string> if_version;
  arguments.operands({"KEY=VALUE", "", "A field and its value; a.b=1 is {\"a\":{\"b\":1}}"},
                     update.assignments);
  input_option(arguments, update.input, "The fields as a JSON object, or - for standard input");
  arguments.option({"--if-version", "N", "Only where the state still has this version"},
                   if_version);
  arguments.session_option();
  TRY(arguments.parse());
  engine::StateChange change;
  if (if_version) {
    TRY_ASSIGN(change.if_version, version_from(arguments, "--if-version", *if_version));
  }
  TRY_ASSIGN(change.update.get(), read_update(context, arguments, update));
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  if (asks_for_disabled(change.update.get())) TRY(confirm_disabled(context, chosen.workspace));
  TRY_ASSIGN(const auto run, engine::set_state(chosen.workspace, chosen.run, change, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"sessionId", run.id.text}, {"version", run.version}});
  } else {
    print_line(context.console, "Saved version " + std::to_string(run.version) + ".");
  }
  return kDone;
}

}  // namespace cli
