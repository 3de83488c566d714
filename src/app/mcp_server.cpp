#include "app/mcp_server.h"

#include "app/listening.h"
#include "app/mcp_service.h"
#include "mcp/http_endpoint.h"
#include "mcp/stdio_server.h"
#include "os/stdio.h"

namespace app {
namespace {

base::Result<int> serve_http(os::System system, mcp::Server& server,
                             const cli::ServeRequest& request) {
  TRY_ASSIGN(const http::Address address, http::address_from_text(*request.http));
  constexpr auto kWhose = engine::TokenOf::agent;
  TRY(check_reach(system, {address, kWhose, request.token_file, "--http"}));
  TRY_ASSIGN(const auto token, engine::server_token(system, kWhose, request.token_file));
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
  os::write_standard_error("holdfast: clients show the token in " + token.place +
                           " (Authorization: Bearer …)" +
                           (token.is_new ? "; it was made now" : "") + "\n");
  web->run();
  return 0;
}

}  // namespace

base::Result<int> serve_mcp(os::System system, engine::HostIntegration& host,
                            const cli::ServeRequest& request) {
  TRY_ASSIGN(const auto service,
             McpService::open(system, host,
                              request.folder_given ? std::optional(request.folder) : std::nullopt));
  if (request.http) return serve_http(system, service->server(), request);
  mcp::StdioServer(service->server()).run();
  return 0;
}

}  // namespace app
