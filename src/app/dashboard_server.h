// `holdfast serve`: the dashboard, its API and live feed, hooks and MCP, on one address.
#pragma once
#include "base/result.h"
#include "cli/command.h"

namespace app {

// Serves until the process is told to end; gives the exit code. `fleet` is the way to a team's
// server, where this program has one.
base::Result<int> serve_dashboard(os::System system, engine::HostIntegration& host,
                                  engine::FleetDoor* fleet, const cli::DashboardRequest& request);

}  // namespace app
