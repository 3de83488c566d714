#include "app/dashboard_server.h"

#include "app/http_hooks.h"
#include "app/listening.h"
#include "app/live_service.h"
#include "app/mcp_service.h"
#include "base/fast_digest.h"
#include "engine/server_access.h"
#include "engine/team_follow.h"
#include "mcp/http_endpoint.h"
#include "os/stdio.h"
#include "web/api/api.h"
#include "web/metrics_endpoint.h"
#include "web/site.h"

namespace app {
namespace {

// MCP for the project that the server was started in; the dashboard is there without one too.
class McpDoor {
 public:
  McpDoor(os::System system, engine::HostIntegration& host, const cli::DashboardRequest& request,
          const http::Address& address) {
    auto opened = McpService::open(system, host, request.folder);
    if (!opened.ok()) {
      problem_ = opened.error().message;
      return;
    }
    service_ = *std::move(opened);
    mcp::HttpOptions options;
    options.access.address = address;
    endpoint_.emplace(service_->server(), options, system.clock, system.random);
  }

  void handle(const web::ExchangePtr& exchange) {
    if (endpoint_) return endpoint_->handle(exchange);
    exchange->respond(http::response(
        404, "text/plain", "MCP is served where `holdfast serve` runs in a project: " + problem_));
  }
  void end() {
    if (endpoint_) endpoint_->end();
  }

 private:
  std::unique_ptr<McpService> service_;
  std::optional<mcp::HttpEndpoint> endpoint_;
  std::string problem_;
};

std::optional<web::TeamInfo> team_info(const engine::dashboard::Dashboard& dashboard) {
  const auto team = dashboard.team({});
  if (!team) return std::nullopt;
  return web::TeamInfo{team->server, team->machine_name, team->problem};
}

// Hooks wait for locks, so one that does must not hold up the others; and what a hook's process
// would read of its input has room in a request, and a little more that is cut off as there.
http::Limits limits_for(const std::unique_ptr<web::Site>& site) {
  http::Limits limits;
  limits.admit = [&site](const http::Request& request) { return site->refusal(request); };
  limits.body_bytes = 2 * web::HookEndpoint::kBytesMax;
  limits.handler_threads = 32;
  web::add_safety_headers(limits.refusal_headers);
  return limits;
}

}  // namespace

base::Result<int> serve_dashboard(os::System system, engine::HostIntegration& host,
                                  engine::FleetDoor* fleet, const cli::DashboardRequest& request) {
  base::prepare_fast_digests();
  TRY_ASSIGN(const http::Address address, http::address_from_text(request.listen));
  constexpr auto kOwner = engine::TokenOf::owner;
  TRY(check_reach(system, {address, kOwner, request.token_file, "--listen"}));
  TRY_ASSIGN(const auto token, engine::server_token(system, kOwner, request.token_file));
  TRY_ASSIGN(const auto agent_token, engine::server_token(system, engine::TokenOf::agent, {}));
  // The port is known only once the server listens, and the rules name it.
  std::unique_ptr<web::Site> site;
  TRY_ASSIGN(
      const auto server,
      http::Server::listen(
          address, [&site](std::shared_ptr<http::Exchange> exchange) { site->handle(exchange); },
          limits_for(site)));
  engine::dashboard::Dashboard dashboard(system, {&host}, fleet);
  std::optional<LiveService> live;
  const web::ServerInfo info{.version = HOLDFAST_VERSION,
                             .started_at = base::to_iso(system.clock.now()),
                             .actions_allowed = request.allow_actions,
                             .streams = [&live] { return live->streams(); },
                             .index = [&live] { return live->index_state(); },
                             .team = [&dashboard] { return team_info(dashboard); }};
  live.emplace(
      system, [&info] { return info; }, [&dashboard] { dashboard.rest(); });
  std::optional<engine::TeamFollow> team;
  if (fleet != nullptr) {
    team.emplace(engine::TeamFollow::Options{
        system, *fleet, [&live] { return live->streams() > 0; },
        [&live](const engine::LiveChange& change) { live->listener().changed(change); }});
  }
  web::Router router;
  web::add_api(router, {dashboard, info});
  site = std::make_unique<web::Site>(web::Access({server->address(), token.text, agent_token.text}),
                                     web::StaticFiles(web::assets()), std::move(router));
  web::Metrics metrics;
  site->count_in(metrics);
  HttpHooks hooks(system, metrics);
  site->add(hooks.endpoint());
  web::MetricsEndpoint metrics_endpoint(system, metrics, info);
  site->add(metrics_endpoint.endpoint());
  McpDoor mcp(system, host, request, server->address());
  site->add({"/mcp", web::Access::Needs::agent,
             [&mcp](const web::ExchangePtr& exchange) { mcp.handle(exchange); }});
  site->add(live->endpoint());
  server->on_terminate([&] {
    mcp.end();
    if (team) team->stop();
    dashboard.end();
    live->end();
    server->stop();
  });
  os::write_standard_output(url_of(server->address(), site->access().link_target()) + "\n");
  log_line("open the link above; its token is kept in " + token.place);
  live->start();
  if (team) team->start();
  server->run();
  return 0;
}

}  // namespace app
