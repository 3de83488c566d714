#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

base::Result<int> run_work_create(Context& context, Arguments& arguments) {
  std::optional<std::string> topic;
  std::optional<std::string> description;
  std::optional<std::string> type;
  std::optional<std::string> slug;
  engine::CreateWork wanted;
  arguments.option({"--topic", "TEXT", "What it is about (needed)"}, topic);
  arguments.option({"--description", "TEXT", "The same at length"}, description);
  arguments.option({"--type", "TYPE", "full (default), quick or research"}, type);
  arguments.option({"--slug", "SLUG", "Its name (default: made of date and topic)"}, slug);
  arguments.option({"--branch", "BRANCH", "Its branch (default: what is checked out)"},
                   wanted.branch);
  arguments.option({"--base-branch", "BRANCH", "What that branch goes back to"},
                   wanted.base_branch);
  arguments.session_option();
  TRY(arguments.parse());
  if (!topic) return arguments.wrong_use("--topic is missing.");
  wanted.topic = *topic;
  wanted.description = description.value_or("");
  wanted.type = type.value_or(wanted.type);
  wanted.slug = slug.value_or("");
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto caller, work_caller(context, arguments, workspace));
  TRY_ASSIGN(const auto made, engine::create_work(workspace, wanted, caller));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"session_id", made.slug}, {"path", made.folder}});
  } else {
    print_line(context.console, "Created work session " + made.slug + " in phase " +
                                    made.session.phase.text() + ": " + printable(made.folder));
  }
  print_work_warnings(context, made.warnings);
  return kDone;
}

}  // namespace cli
