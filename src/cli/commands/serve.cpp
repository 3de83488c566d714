#include "cli/commands/all.h"

namespace cli {
namespace {

// H, O, L, D on a telephone's keys.
constexpr const char* kDefaultAddress = "127.0.0.1:4653";

}  // namespace

base::Result<int> run_serve(Context& context, Arguments& arguments) {
  DashboardRequest request;
  std::optional<std::string> listen;
  std::optional<std::string> token_file;
  arguments.option({"--listen", "ADDR", "Serve on this address; 127.0.0.1:0 takes any free port"},
                   listen);
  arguments.option({"--token-file", "FILE", "The token that a browser must show"}, token_file);
  arguments.flag({"--allow-actions", "", "Let the page approve, satisfy, pause and end"},
                 request.allow_actions);
  TRY(arguments.parse());
  request.listen = listen.value_or(kDefaultAddress);
  const os::Path here = context.system.environment.current_folder();
  if (token_file) request.token_file = os::normalised(here, *token_file);
  if (const auto& project = arguments.project()) request.folder = os::normalised(here, *project);
  if (!context.serve_dashboard) {
    return base::Error{base::Code::unavailable, "this program was built without the dashboard", ""};
  }
  return context.serve_dashboard(request);
}

}  // namespace cli
