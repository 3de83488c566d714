// history, session at and session undo: the versions of a state.
#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/version_number.h"
#include "engine/history.h"

namespace cli {

using base::Json;

base::Result<int> run_history(Context& context, Arguments& arguments) {
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(auto chosen, open_any_run(context, arguments));
  TRY_ASSIGN(const auto versions, engine::list_versions(chosen.workspace, chosen.run));
  if (arguments.form() == Form::json) {
    Json list = Json::array();
    for (const engine::VersionLine& line : versions) {
      list.push_back(Json{
          {"version", line.version}, {"at", line.at}, {"actor", line.actor}, {"what", line.what}});
    }
    print_json(context.console, Json{{"sessionId", chosen.run.text}, {"versions", list}});
    return kDone;
  }
  std::vector<std::vector<std::string>> rows{{"VERSION", "AT", "BY", "WHAT"}};
  for (const engine::VersionLine& line : versions) {
    rows.push_back({std::to_string(line.version), short_time(line.at), printable(line.actor),
                    printable(line.what)});
  }
  print_table(context.console, rows);
  return kDone;
}

base::Result<int> run_session_at(Context& context, Arguments& arguments) {
  std::string text;
  arguments.operand({"VERSION", "", "The version's number; `holdfast history` lists them"}, text);
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(const std::int64_t version, version_from(arguments, "VERSION", text));
  TRY_ASSIGN(auto chosen, open_any_run(context, arguments));
  TRY_ASSIGN(const auto run, engine::state_at(chosen.workspace, chosen.run, version));
  print_json(context.console, model::to_json(run));
  return kDone;
}

base::Result<int> run_session_undo(Context& context, Arguments& arguments) {
  std::optional<std::string> to;
  arguments.option({"--to", "VERSION", "Back to this version (default: the one before)"}, to);
  arguments.session_option();
  TRY(arguments.parse());
  std::optional<std::int64_t> version;
  if (to) {
    TRY_ASSIGN(version, version_from(arguments, "--to", *to));
  }
  TRY_ASSIGN(auto chosen, open_run(context, arguments));
  TRY_ASSIGN(const auto run, engine::undo(chosen.workspace, chosen.run, version, {}));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"sessionId", run.id.text}, {"version", run.version}});
  } else {
    print_line(context.console, "Saved version " + std::to_string(run.version) +
                                    ". What only the program or a person sets stayed as it was.");
  }
  return kDone;
}

}  // namespace cli
