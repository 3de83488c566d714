#include "engine/statusline.h"

#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/host_choice.h"
#include "cli/output.h"

namespace cli {

base::Result<int> run_statusline(Context& context, Arguments& arguments) {
  std::vector<std::string> names;
  arguments.repeated({"--host", "NAME", "Whose JSON it is (default: claude-code)"}, names);
  TRY(arguments.parse());
  TRY_ASSIGN(const auto hosts, choose_hosts(context, names));
  if (context.system.environment.has_terminal()) {
    return arguments.wrong_use("`holdfast statusline` reads the host's JSON on standard input.");
  }
  const os::Input input = context.console.read({});
  const std::string line =
      engine::statusline(context.system, hosts.front()->read_status(input.bytes));
  if (arguments.form() == Form::json) {
    print_json(context.console, base::Json{{"line", line}});
  } else if (!line.empty()) {
    print_line(context.console, line);
  }
  return kDone;
}

}  // namespace cli
