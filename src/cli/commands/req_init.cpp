#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/confirmation.h"
#include "cli/exit_code.h"
#include "cli/host_choice.h"
#include "cli/run_choice.h"
#include "engine/requirement_init.h"

namespace cli {
namespace {

using base::Json;

struct RequirementInitOptions {
  std::optional<std::string> preset;
  bool yes = false;
  bool for_project = false;
  bool for_machine = false;
  bool force = false;
  bool preview = false;
};

base::Result<void> check_may(Context& context, const Arguments& arguments) {
  const engine::SessionChoice session = session_choice(context, arguments);
  auto workspace = engine::Workspace::open(context.system, start_folder(context, arguments),
                                           engine::Needs::requirements);
  if (workspace.ok()) return engine::check_may_change_rules(*workspace, session);
  return engine::check_may_make_rules(context.system, session);
}

}  // namespace

base::Result<int> run_req_init(Context& context, Arguments& arguments) {
  RequirementInitOptions options;
  arguments.option(
      {"-p,--preset", "NAME", "strict, relaxed (the default), minimal, advanced or inherit"},
      options.preset);
  arguments.project_flag("Write .claude/requirements.yaml, for everybody (the default)",
                         options.for_project);
  arguments.flag({"--local", "", "Write .claude/requirements.local.yaml, for this machine alone"},
                 options.for_machine);
  arguments.flag({"-f,--force", "", "Write over a file that is there"}, options.force);
  arguments.flag({"--preview", "", "Print the file and write nothing"}, options.preview);
  arguments.flag({"-y,--yes", "", "Do it without asking"}, options.yes);
  TRY(arguments.parse());
  if (options.for_project && options.for_machine) {
    return arguments.wrong_use("--project and --local cannot both be meant.");
  }
  const std::string preset = options.preset.value_or("relaxed");
  if (options.preview) {
    TRY_ASSIGN(const std::string text, engine::requirement_preset(preset));
    if (arguments.form() == Form::json) {
      print_json(context.console, Json{{"preset", preset}, {"text", text}});
    } else {
      context.console.write(text);
    }
    return kDone;
  }
  TRY(check_may(context, arguments));
  TRY_ASSIGN(const auto plan,
             engine::plan_requirement_init(
                 context.system, {.start = start_folder(context, arguments),
                                  .preset = preset,
                                  .level = options.for_machine ? engine::RuleLevel::local
                                                               : engine::RuleLevel::project,
                                  .overwrites = options.force}));
  const bool as_text = arguments.form() == Form::text;
  if (as_text) print_changes(context.console, plan);
  if (!options.yes) {
    TRY(confirm_change(context, arguments,
                       {.text = "Write it?", .hint = "Run `holdfast req init --yes`."}));
  }
  TRY(engine::apply_plan(context.system, plan));
  if (!as_text) {
    print_json(context.console, Json{{"preset", preset}, {"changes", changes_json(plan)}});
    return kDone;
  }
  print_line(context.console,
             "Done. `req status` shows how each stands; `req lint` checks the file.");
  print_line(context.console, "They are asked where Holdfast's hooks are: `holdfast init`.");
  return kDone;
}

}  // namespace cli
