#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/host_choice.h"

namespace cli {

base::Result<int> run_hooks_print(Context& context, Arguments& arguments) {
  HostOptions chosen;
  declare(arguments, chosen);
  TRY(arguments.parse());
  TRY_ASSIGN(const auto request, install_request(context, arguments, chosen));
  TRY_ASSIGN(const auto target, engine::install_target(context.system, request));
  for (engine::HostIntegration* host : request.hosts) {
    std::string text = host->print_hooks(context.system, target);
    if (text.empty() || text.back() != '\n') text += '\n';
    context.console.write(text);
  }
  return kDone;
}

// The program answers an event before it looks at the table, so that a hook pays for nothing of it.
// What comes here could not be served.
base::Result<int> run_hook(Context&, Arguments& arguments) {
  std::string event;
  std::optional<std::string> host;
  bool exit_code = false;
  bool is_again = false;
  arguments.operand({"EVENT", "", "The host's name of the event: PreToolUse, Stop, …"}, event);
  arguments.option({"--host", "NAME", "The host (default: told by the event, else claude-code)"},
                   host);
  arguments.flag({"--exit-code", "", "Deny by exit code 2, the reason on standard error"},
                 exit_code);
  arguments.flag(
      {"--again", "", "Ask about a call that a hook asks about too; nothing is recorded"},
      is_again);
  TRY(arguments.parse());
  if (host) return arguments.wrong_use("'" + *host + "' is not a host that this version answers.");
  return arguments.wrong_use("`holdfast hook` is called by the host, with the event's name.");
}

}  // namespace cli
