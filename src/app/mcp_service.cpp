#include "app/mcp_service.h"

#include "app/listening.h"
#include "engine/server_access.h"
#include "mcp/memory/memory_of_config.h"
#include "mcp/offer.h"
#include "mcp/served_folder.h"

namespace app {
namespace {

constexpr const char* kInstructions =
    "Holdfast keeps the session protocol of this project. Call session_start with the objective "
    "before any change, meet the gates that it names (get_blocked_reason says how), advance_phase "
    "as the work goes on, and session_end when it is done.";

// The configured memories, with a connection that all calls share; nothing where they are files.
std::shared_ptr<engine::MemoryStore> configured_memories(os::System system,
                                                         engine::Workspace& workspace) {
  if (workspace.config().memory_backend == model::MemoryBackend::files) return nullptr;
  mcp::memory::MemoryChoice choice = mcp::memory::memory_of_config(system, workspace);
  for (const std::string& warning : choice.warnings) log_line(warning);
  return std::move(choice.store);
}

class Service final : public McpService {
 public:
  Service(os::System system, mcp::ServedProjectOptions served, const model::Config& config,
          const base::SecretKey& state_key)
      : project_(system, std::move(served)) {
    mcp::offer_holdfast(catalogue_, project_, mcp::chosen_tools(system.environment, config));
    server_.emplace(
        catalogue_,
        mcp::ServerOptions{.identity = {"holdfast", "Holdfast", HOLDFAST_VERSION, kInstructions},
                           .state_key = state_key},
        system.clock);
  }

  mcp::Server& server() override { return *server_; }

 private:
  const mcp::ServedProject project_;
  mcp::Catalogue catalogue_;
  std::optional<mcp::Server> server_;
};

}  // namespace

void use_configured_memories(os::System system, engine::Workspace& workspace) {
  if (auto store = configured_memories(system, workspace)) {
    engine::use_memories(workspace, std::move(store));
  }
}

base::Result<std::unique_ptr<McpService>> McpService::open(os::System system,
                                                           engine::HostIntegration& host,
                                                           const std::optional<os::Path>& given) {
  TRY(engine::check_secret(system));
  const auto folder = mcp::served_folder(system, given);
  if (!folder.warning.empty()) log_line(folder.warning);
  TRY_ASSIGN(auto workspace, engine::Workspace::open(system, folder.path));
  TRY_ASSIGN(const auto state_key, engine::derived_key(workspace, "mcp request state"));
  const auto memories = configured_memories(system, workspace);
  mcp::ServedProjectOptions served{.folder = workspace.root(),
                                   .host_session = host.current_session(system.environment)};
  if (memories) {
    served.prepare = [memories](engine::Workspace& opened) {
      engine::use_memories(opened, memories);
    };
  }
  return std::unique_ptr<McpService>(
      new Service(system, std::move(served), workspace.config(), state_key));
}

}  // namespace app
