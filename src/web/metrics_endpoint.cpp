#include "web/metrics_endpoint.h"

#include "base/text.h"

namespace web {
namespace {

constexpr std::uint64_t kStatusBytesMax = 64UL * 1024;

}  // namespace

std::uint64_t resident_bytes(std::string_view status) {
  constexpr std::string_view kName = "VmRSS:";
  const std::size_t at = status.find(kName);
  if (at == std::string_view::npos) return 0;
  std::string_view line = status.substr(at + kName.size());
  line = base::trim(line.substr(0, line.find('\n')));
  return base::to_number(line.substr(0, line.find(' '))).value_or(0) * 1024;
}

MetricsEndpoint::MetricsEndpoint(os::System system, const Metrics& metrics,
                                 const ServerInfo& server)
    : system_(system),
      metrics_(metrics),
      server_(server),
      began_(system.clock.now()),
      steady_(system.clock.steady()) {}

Endpoint MetricsEndpoint::endpoint() {
  return {"/metrics", Access::Needs::owner,
          [this](const ExchangePtr& exchange) { handle(exchange); }};
}

void MetricsEndpoint::handle(const ExchangePtr& exchange) {
  const std::string& method = exchange->request().method;
  if (method != "GET" && method != "HEAD") {
    http::Response refused = http::response(405, "text/plain", "This address takes GET.\n");
    refused.headers.add("Allow", "GET, HEAD");
    return exchange->respond(std::move(refused));
  }
  using Seconds = std::chrono::duration<double>;
  const auto status = system_.files.read("/proc/self/status", {.bytes_max = kStatusBytesMax});
  http::Response response = http::response(
      200, "text/plain; version=0.0.4; charset=utf-8",
      metrics_.text({.server = server_,
                     .started_at = Seconds(began_.time_since_epoch()).count(),
                     .uptime_seconds = Seconds(system_.clock.steady() - steady_).count(),
                     .resident_bytes = status.ok() ? resident_bytes(*status) : 0}));
  response.headers.set("Cache-Control", "no-store");
  exchange->respond(std::move(response));
}

}  // namespace web
