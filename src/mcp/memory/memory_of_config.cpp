#include "mcp/memory/memory_of_config.h"

#include "engine/trust.h"
#include "mcp/memory/basic_memories.h"
#include "mcp/memory/serena_memories.h"

namespace mcp::memory {
namespace {

using model::MemoryBackend;

// A session's start waits for its memory: what takes longer is as good as not there.
constexpr base::Millis kConnectTimeout{10'000};
constexpr base::Millis kCallTimeout{10'000};

const char* name_of(MemoryBackend backend) {
  switch (backend) {
    case MemoryBackend::files:
      return "files";
    case MemoryBackend::serena:
      return "Serena";
    case MemoryBackend::basic_memory:
      return "basic-memory";
  }
  return "";
}

base::Error untrusted(const std::string& what) {
  return {base::Code::refused,
          what + " is named by the project's configuration, and the project is not trusted",
          "A person can trust it: `holdfast trust`."};
}

// How the configured server is reached, where that may be done.
base::Result<client::TransportFactory> server_of(os::System system, engine::Workspace& workspace) {
  const model::Config& config = workspace.config();
  if (!config.memory_command.empty()) {
    if (!engine::is_trusted(workspace)) return untrusted("the memory server's command");
    return client::child_server(
        system.processes, system.clock,
        {.argv = config.memory_command, .folder = workspace.root(), .environment = {}});
  }
  if (config.memory_url.empty()) {
    return base::Error{base::Code::invalid_value, "neither memory.command nor memory.url is set",
                       ""};
  }
  TRY_ASSIGN(http::Url url, http::url_from_text(config.memory_url));
  if (!url.address.is_loopback() && !engine::is_trusted(workspace)) {
    return untrusted("a memory server on another machine");
  }
  return client::http_server(system.clock, {std::move(url), ""});
}

std::shared_ptr<engine::MemoryStore> store_for(MemoryBackend backend,
                                               std::unique_ptr<Connection> connection,
                                               const std::string& project) {
  if (backend == MemoryBackend::serena) return serena_memories(std::move(connection));
  return basic_memories(std::move(connection), project);
}

}  // namespace

MemoryChoice memory_of_config(os::System system, engine::Workspace& workspace) {
  const model::Config& config = workspace.config();
  MemoryChoice choice;
  if (config.memory_backend != MemoryBackend::files) {
    const std::string name = name_of(config.memory_backend);
    auto server = server_of(system, workspace);
    if (server.ok()) {
      os::Clock& clock = system.clock;
      const auto connect = [open = *std::move(server), &clock] {
        return client::Client::connect(
            open, clock, {.connect_timeout = kConnectTimeout, .call_timeout = kCallTimeout});
      };
      choice.store =
          store_for(config.memory_backend, std::make_unique<Connection>(name, connect, clock),
                    config.memory_project);
      return choice;
    }
    choice.warnings.push_back(name + " is not used: " + server.error().message + ". " +
                              server.error().hint);
  }
  choice.store = engine::file_memories(system, workspace.root());
  return choice;
}

}  // namespace mcp::memory
