#include "app/mcp_server.h"

#include "engine/server_access.h"
#include "mcp/http_endpoint.h"
#include "mcp/memory/memory_of_config.h"
#include "mcp/offer.h"
#include "mcp/served_folder.h"
#include "mcp/stdio_server.h"

namespace app {
namespace {

constexpr const char* kInstructions =
    "Holdfast keeps the session protocol of this project. Call session_start with the objective "
    "before any change, meet the gates that it names (get_blocked_reason says how), advance_phase "
    "as the work goes on, and session_end when it is done.";

void say(const std::string& line) { os::write_standard_error("holdfast: " + line + "\n"); }

// Others than this machine's own users can reach it: then nobody gets a token without knowing.
base::Result<void> check_reach(os::System system, const http::Address& address,
                               const cli::ServeRequest& request) {
  const bool is_explicit =
      request.token_file || !system.environment.text("HOLDFAST_MCP_TOKEN").empty();
  if (address.is_loopback() || is_explicit) return {};
  return base::Error{base::Code::invalid_params,
                     "--http: " + address.host + " can be reached from other machines",
                     "Give a token by HOLDFAST_MCP_TOKEN or --token-file, or listen on 127.0.0.1."};
}

std::string url_of(const http::Address& address, const std::string& path) {
  const bool is_v6 = address.host.find(':') != std::string::npos;
  const std::string host = is_v6 ? "[" + address.host + "]" : address.host;
  return "http://" + host + ":" + std::to_string(address.port) + path;
}

base::Result<int> serve_http(os::System system, mcp::Server& server,
                             const cli::ServeRequest& request) {
  TRY_ASSIGN(const http::Address address, http::address_from_text(*request.http));
  TRY(check_reach(system, address, request));
  TRY_ASSIGN(const auto token, engine::server_token(system, request.token_file));
  // The port is known only once the server listens, and the rules name it.
  std::unique_ptr<mcp::HttpEndpoint> endpoint;
  TRY_ASSIGN(const auto web,
             http::Server::listen(address, [&endpoint](std::shared_ptr<http::Exchange> exchange) {
               endpoint->handle(exchange);
             }));
  mcp::HttpOptions options;
  options.access.address = web->address();
  options.access.token = token.text;
  endpoint = std::make_unique<mcp::HttpEndpoint>(server, options, system.clock, system.random);
  web->on_terminate([&] {
    endpoint->end();
    web->stop();
  });
  os::write_standard_output(url_of(web->address(), options.path) + "\n");
  say("clients show the token in " + token.place + " (Authorization: Bearer …)" +
      (token.is_new ? "; it was made now" : ""));
  web->run();
  return 0;
}

// The configured memories, with a connection that all calls share; nothing where they are files.
std::shared_ptr<engine::MemoryStore> configured_memories(os::System system,
                                                         engine::Workspace& workspace) {
  if (workspace.config().memory_backend == model::MemoryBackend::files) return nullptr;
  mcp::memory::MemoryChoice choice = mcp::memory::memory_of_config(system, workspace);
  for (const std::string& warning : choice.warnings) say(warning);
  return std::move(choice.store);
}

}  // namespace

void use_configured_memories(os::System system, engine::Workspace& workspace) {
  if (auto store = configured_memories(system, workspace)) {
    engine::use_memories(workspace, std::move(store));
  }
}

base::Result<int> serve_mcp(os::System system, engine::HostIntegration& host,
                            const cli::ServeRequest& request) {
  TRY(engine::check_secret(system));
  const auto folder = mcp::served_folder(
      system, request.folder_given ? std::optional(request.folder) : std::nullopt);
  if (!folder.warning.empty()) say(folder.warning);
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
  const mcp::ServedProject project(system, std::move(served));
  mcp::Catalogue catalogue;
  mcp::offer_holdfast(catalogue, project,
                      mcp::chosen_tools(system.environment, workspace.config()));
  mcp::Server server(catalogue,
                     {.identity = {"holdfast", "Holdfast", HOLDFAST_VERSION, kInstructions},
                      .state_key = state_key},
                     system.clock);
  if (request.http) return serve_http(system, server, request);
  mcp::StdioServer(server).run();
  return 0;
}

}  // namespace app
