// What the server counts of itself, for GET /metrics. Counting is one addition, from any thread;
// every label has few values, none of which comes from a request.
#pragma once
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/host_event.h"
#include "web/server_info.h"

namespace web {

// A cumulative histogram over seconds, as Prometheus has them.
class Histogram {
 public:
  static constexpr std::array<double, 14> kBounds{
      0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5};
  void add(std::chrono::nanoseconds duration);
  // `labels`: `route="api"`, or nothing. Nothing where nothing was counted.
  std::string text(std::string_view name, std::string_view labels) const;

 private:
  std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> counts_{};
  std::atomic<std::uint64_t> nanoseconds_ = 0;
};

// What kind of address was asked for.
enum class RouteClass { page, api, action, live, hook, mcp, metrics, other };
constexpr std::size_t kRouteClasses = 8;

// What a hook was told.
enum class HookAnswerKind { nothing, allowed, denied, told, held, late, unreadable };
constexpr std::size_t kHookAnswerKinds = 7;

class Metrics {
 public:
  void count_request(RouteClass route, std::string_view method, int status,
                     std::chrono::nanoseconds duration);
  void count_hook(model::EventKind event, HookAnswerKind answer, std::chrono::nanoseconds duration);

  struct Now {
    const ServerInfo& server;
    double started_at = 0;  // Seconds since 1970.
    double uptime_seconds = 0;
    std::uint64_t resident_bytes = 0;
  };
  // The text format 0.0.4.
  std::string text(const Now& now) const;

 private:
  static constexpr std::size_t kMethods = 7;
  static constexpr std::size_t kStatuses = 24;
  static constexpr std::size_t kEvents = static_cast<std::size_t>(model::EventKind::other) + 1;
  using Counter = std::atomic<std::uint64_t>;

  std::string requests_text() const;
  std::string hooks_text() const;

  std::array<std::array<std::array<Counter, kStatuses>, kMethods>, kRouteClasses> requests_{};
  std::array<Histogram, kRouteClasses> durations_;
  std::array<std::array<Counter, kHookAnswerKinds>, kEvents> hooks_{};
  Histogram hook_durations_;
};

}  // namespace web
