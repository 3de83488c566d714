// `holdfast serve`: the dashboard, its API and live feed, hooks and MCP, on one address.
#pragma once
#include "base/result.h"
#include "cli/command.h"

namespace app {

// Serves until the process is told to end; gives the exit code.
base::Result<int> serve_dashboard(os::System system, engine::HostIntegration& host,
                                  const cli::DashboardRequest& request);

}  // namespace app
