// GET /metrics: what the server counts of itself, for Prometheus.
#pragma once
#include "os/system.h"
#include "web/metrics.h"
#include "web/site.h"

namespace web {

class MetricsEndpoint {
 public:
  // Of a server that starts now. All outlive this.
  MetricsEndpoint(os::System system, const Metrics& metrics, const ServerInfo& server);

  Endpoint endpoint();
  void handle(const ExchangePtr& exchange);

 private:
  os::System system_;
  const Metrics& metrics_;
  const ServerInfo& server_;
  const base::Instant began_;
  const std::chrono::microseconds steady_;
};

// "VmRSS:    1234 kB" of /proc/self/status in bytes; 0 where it is not there.
std::uint64_t resident_bytes(std::string_view status);

}  // namespace web
