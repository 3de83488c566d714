#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

namespace {

using base::Json;

Json to_json(const std::string& id, const engine::WorkMigration& migration) {
  return Json{{"session", id},
              {"migrated", migration.migrated},
              {"backup", migration.backup},
              {"spec_sections", migration.spec_sections}};
}

void print_migration(Console& console, const std::string& id,
                     const engine::WorkMigration& migration) {
  if (!migration.migrated) {
    print_line(console, printable(id) + " is of the newest schema already.");
    return;
  }
  print_line(console, printable(id) + " is migrated; the old manifest is " +
                          printable(migration.backup) + ".");
  for (const std::string& section : migration.spec_sections) {
    print_line(console, "  moved to spec.md: " + printable(section));
  }
}

}  // namespace

base::Result<int> run_work_migrate(Context& context, Arguments& arguments) {
  std::optional<std::string> id;
  bool all = false;
  arguments.operand({"SESSION", "", "The work session: its slug or its folder"}, id);
  arguments.flag({"--all", "", "Every one of this project"}, all);
  arguments.session_option();
  TRY(arguments.parse());
  if (all == id.has_value()) return arguments.wrong_use("Name a work session, or give --all.");
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto caller, work_caller(context, arguments, workspace));
  const std::vector<std::string> ids =
      all ? engine::work_slugs(workspace) : std::vector<std::string>{work_id(context, *id)};
  Json done = Json::array();
  bool has_failed = false;
  for (const std::string& one : ids) {
    const auto migration = engine::migrate_work(workspace, one, caller);
    // One that cannot be read does not stop the others.
    if (!migration.ok() && !all) return migration.error();
    if (!migration.ok()) {
      has_failed = true;
      print_error(context.console, base::with_context(migration.error(), one), arguments.form());
      continue;
    }
    done.push_back(to_json(one, *migration));
    if (arguments.form() == Form::text) print_migration(context.console, one, *migration);
  }
  if (arguments.form() == Form::json) print_json(context.console, Json{{"sessions", done}});
  return has_failed ? kFailed : kDone;
}

}  // namespace cli
