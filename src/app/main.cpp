// The program: a hook call goes straight to the engine, everything else to the command line.
#include <string_view>

#include "app/dashboard_server.h"
#include "app/hook.h"
#include "app/mcp_server.h"
#include "app/mcp_service.h"
#include "cli/table.h"
#include "host/claude_code/integration.h"
#include "os/real.h"

int main(int argc, char** argv) {
  os::RealSystem real;
  if (const auto arguments = app::hook_arguments(argc, argv)) {
    return app::run_hook(real.system(), *arguments);
  }
  host::claude_code::Integration claude_code;
  cli::StandardConsole console;
  cli::Context context{real.system(), {&claude_code}, console};
  context.serve_mcp = [&](const cli::ServeRequest& request) {
    return app::serve_mcp(real.system(), claude_code, request);
  };
  context.serve_dashboard = [&](const cli::DashboardRequest& request) {
    return app::serve_dashboard(real.system(), claude_code, request);
  };
  context.prepare = [&](engine::Workspace& workspace) {
    app::use_configured_memories(real.system(), workspace);
  };
  const std::string_view program = argc > 0 ? argv[0] : "holdfast";
  return cli::run_program(context, program, {argv + (argc > 0 ? 1 : 0), argv + argc});
}
