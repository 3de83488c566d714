#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

namespace {

using base::Json;

base::Result<int> install(Context& context, const Arguments& arguments) {
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto driver, engine::install_merge_driver(workspace));
  if (arguments.form() == Form::json) {
    print_json(context.console, Json{{"attributes", driver.attributes},
                                     {"line", driver.line},
                                     {"changed", driver.changed}});
  } else {
    print_line(context.console, "Git merges the state of work sessions with Holdfast here; see " +
                                    printable(driver.attributes) + ".");
  }
  return kDone;
}

}  // namespace

base::Result<int> run_work_merge_driver(Context& context, Arguments& arguments) {
  std::vector<std::string> files;
  bool installs = false;
  arguments.operands({"FILE", "", "As git gives them: base, ours (is overwritten), theirs"}, files);
  arguments.flag({"--install", "", "Let this repository's git merge state.json so"}, installs);
  TRY(arguments.parse());
  if (installs && files.empty()) return install(context, arguments);
  if (installs || files.size() != 3) {
    return arguments.wrong_use("Give the three files %O %A %B, or --install alone.");
  }
  const os::Path here = context.system.environment.current_folder();
  TRY(engine::merge_work(context.system, {.base = os::normalised(here, files[0]),
                                          .ours = os::normalised(here, files[1]),
                                          .theirs = os::normalised(here, files[2])}));
  if (arguments.form() == Form::json) print_json(context.console, Json{{"merged", true}});
  return kDone;
}

}  // namespace cli
