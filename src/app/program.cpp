#include "app/program.h"

#include <string_view>

#include "app/dashboard_server.h"
#include "app/fleet_program.h"
#include "app/hook.h"
#include "app/mcp_server.h"
#include "app/mcp_service.h"
#include "cli/table.h"
#include "host/catalogue.h"
#include "host/claude_code/integration.h"
#include "host/judged_files.h"
#include "os/real.h"

namespace app {

int run_program(int argc, char** argv, engine::FleetDoor* fleet) {
  os::RealSystem real;
  if (const auto arguments = hook_arguments(argc, argv)) {
    return run_hook(real.system(), *arguments);
  }
  host::claude_code::Integration claude_code;
  cli::StandardConsole console;
  const auto others = host::file_integrations();
  cli::Context context{real.system(), {&claude_code}, console};
  for (const auto& other : others) context.hosts.push_back(other.get());
  context.serve_mcp = [&](const cli::ServeRequest& request) {
    return serve_mcp(real.system(), claude_code, request);
  };
  context.serve_dashboard = [&](const cli::DashboardRequest& request) {
    return serve_dashboard(real.system(), claude_code, fleet, request);
  };
  context.fleet = fleet;
  context.become_fleet_program = become_fleet_program;
  host::JudgedFiles judged_files;
  context.prepare = [&](engine::Workspace& workspace) {
    use_configured_memories(real.system(), workspace);
    engine::use_host_files(workspace, judged_files);
  };
  const std::string_view program = argc > 0 ? argv[0] : "holdfast";
  return cli::run_program(context, program, {argv + (argc > 0 ? 1 : 0), argv + argc});
}

}  // namespace app
