#include "cli/commands/all.h"
#include "cli/run_choice.h"

namespace cli {

base::Result<int> run_mcp(Context& context, Arguments& arguments) {
  ServeRequest request;
  std::optional<std::string> token_file;
  arguments.option({"--http", "ADDR", "Serve on this address instead: 127.0.0.1:8765"},
                   request.http);
  arguments.option({"--token-file", "FILE", "The token that clients over HTTP must show"},
                   token_file);
  TRY(arguments.parse());
  if (token_file && !request.http) return arguments.wrong_use("--token-file goes with --http.");
  request.folder = start_folder(context, arguments);
  request.folder_given = arguments.project().has_value();
  if (token_file) {
    request.token_file = os::normalised(context.system.environment.current_folder(), *token_file);
  }
  if (!context.serve_mcp) {
    return base::Error{base::Code::unavailable, "this program was built without MCP", ""};
  }
  return context.serve_mcp(request);
}

}  // namespace cli
