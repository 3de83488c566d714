// What Holdfast offers over MCP for one project, whoever carries the messages.
#pragma once
#include <memory>
#include <optional>

#include "base/result.h"
#include "engine/installation.h"
#include "engine/workspace.h"
#include "mcp/server.h"
#include "os/system.h"

namespace app {

// Gives the workspace the memories that its configuration names; says why where it cannot.
void use_configured_memories(os::System system, engine::Workspace& workspace);

class McpService {
 public:
  // The project around `folder`, or the one that the environment names. no_secret and not_opted_in
  // before anything is served.
  static base::Result<std::unique_ptr<McpService>> open(os::System system,
                                                        engine::HostIntegration& host,
                                                        const std::optional<os::Path>& folder);
  virtual ~McpService() = default;
  virtual mcp::Server& server() = 0;
};

}  // namespace app
