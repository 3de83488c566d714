// pins view, pin, unpin and clear: what a session keeps in mind.
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/pin_view.h"
#include "cli/run_choice.h"
#include "engine/continuity.h"

namespace cli {
namespace {

// "3 of 10 pins"
std::string count_text(const engine::Workspace& workspace, std::size_t count) {
  return std::to_string(count) + " of " + std::to_string(workspace.config().continuity.pins_cap) +
         " pins";
}

int print_outcome(Context& context, const Arguments& arguments, const ChosenRun& chosen,
                  const engine::PinOutcome& outcome, const std::string& sentence) {
  if (arguments.form() == Form::json) {
    base::Json json = pins_json(outcome.items);
    json["changed"] = outcome.changed;
    print_json(context.console, json);
    return kDone;
  }
  print_line(context.console, sentence + " Session " + chosen.run.brief() + " has " +
                                  count_text(chosen.workspace, outcome.items.size()) + ".");
  return kDone;
}

}  // namespace

base::Result<int> run_pins_view(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto pins, engine::view_pins(chosen.workspace, chosen.run));
  if (arguments.form() == Form::json) {
    base::Json json = pins_json(pins);
    json["session_id"] = chosen.run.text;
    json["cap"] = chosen.workspace.config().continuity.pins_cap;
    print_json(context.console, json);
  } else if (pins.empty()) {
    print_line(context.console, "Session " + chosen.run.brief() +
                                    " has no pins. `holdfast pins pin TEXT` keeps something in "
                                    "mind, for this session and the next.");
  } else {
    print_line(context.console, "Session " + chosen.run.brief() + " has " +
                                    count_text(chosen.workspace, pins.size()) + ".");
    print_pins(context.console, pins);
  }
  return kDone;
}

base::Result<int> run_pins_pin(Context& context, Arguments& arguments) {
  engine::PinRequest request;
  std::optional<std::string> label;
  bool is_critical = false;
  arguments.operand({"TEXT", "", "What to keep in mind"}, request.content);
  arguments.option({"--label", "NAME", "Its name; takes the place of an older pin of that name"},
                   label);
  arguments.flag({"--critical", "", "Inherited first, whatever the session's score"}, is_critical);
  arguments.session_option();
  TRY(arguments.parse());
  request.label = label.value_or("");
  if (is_critical) request.importance = "CRITICAL";
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto outcome, engine::add_pin(chosen.workspace, chosen.run, request, {}));
  return print_outcome(context, arguments, chosen, outcome,
                       outcome.changed ? "Pinned." : "That was pinned already.");
}

base::Result<int> run_pins_unpin(Context& context, Arguments& arguments) {
  std::string which;
  arguments.operand({"WHICH", "", "Its label, its number in `pins view`, or its whole text"},
                    which);
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto outcome, engine::remove_pin(chosen.workspace, chosen.run, which, {}));
  return print_outcome(context, arguments, chosen, outcome, "Unpinned.");
}

base::Result<int> run_pins_clear(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto outcome, engine::clear_pins(chosen.workspace, chosen.run, {}));
  return print_outcome(context, arguments, chosen, outcome,
                       outcome.changed ? "Unpinned everything." : "There was nothing to unpin.");
}

}  // namespace cli
