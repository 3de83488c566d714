#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "engine/persons_answer.h"

namespace cli {
namespace {

using base::Json;

Json mode_json(const model::Run& run) {
  Json history = Json::array();
  for (const model::ModeHistoryEntry& entry : run.mode_history) {
    history.push_back(model::to_json(entry));
  }
  return Json{{"sessionId", run.id.text},
              {"mode", run.mode.text()},
              {"version", run.version},
              {"history", history}};
}

void print_history(Console& console, const model::Run& run) {
  print_line(console,
             "Session " + run.id.brief() + " is in mode " + printable(run.mode.text()) + ".");
  std::vector<std::vector<std::string>> rows;
  for (const model::ModeHistoryEntry& entry : run.mode_history) {
    rows.push_back({"  " + short_time(entry.timestamp), printable(entry.mode.text()),
                    printable(entry.actor), printable(entry.reason)});
  }
  print_table(console, rows);
}

}  // namespace

base::Result<int> run_session_mode(Context& context, Arguments& arguments) {
  std::optional<std::string> mode;
  std::optional<std::string> reason;
  arguments.operand({"MODE", "", "analysis, planning, coding or disabled; none: print it"}, mode);
  arguments.option({"--reason", "TEXT", "Why, for the history"}, reason);
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  if (!mode) {
    TRY_ASSIGN(const auto run, engine::get_state(chosen.workspace, chosen.run));
    if (arguments.form() == Form::json) {
      print_json(context.console, mode_json(run));
    } else {
      print_history(context.console, run);
    }
    return kDone;
  }
  if (*mode == "disabled") TRY(confirm_disabled(context, chosen.workspace));
  const engine::ModeRequest request{*mode, reason.value_or("")};
  auto changed = engine::set_mode(chosen.workspace, chosen.run, request, {});
  if (!changed.ok() && engine::is_person_asked(chosen.workspace, chosen.run, *mode)) {
    print_line(context.console, "The person agreed: the mode is " + printable(*mode) +
                                    " as soon as this command has ended.");
    return kDone;
  }
  TRY_ASSIGN(const auto run, std::move(changed));
  if (arguments.form() == Form::json) {
    print_json(context.console, mode_json(run));
  } else {
    print_line(context.console, "Session " + run.id.brief() + " is now in mode " +
                                    printable(run.mode.text()) + " (version " +
                                    std::to_string(run.version) + ").");
  }
  return kDone;
}

}  // namespace cli
