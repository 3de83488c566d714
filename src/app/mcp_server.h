// `holdfast mcp`: what Holdfast offers over MCP, on standard input and output or over HTTP.
#pragma once
#include "base/result.h"
#include "cli/command.h"

namespace app {

// Serves until the client goes or the process is told to end; gives the exit code. no_secret and
// not_opted_in before anything is served.
base::Result<int> serve_mcp(os::System system, engine::HostIntegration& host,
                            const cli::ServeRequest& request);

}  // namespace app
