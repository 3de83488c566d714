#include "web/metrics.h"

#include <algorithm>
#include <cstdio>

namespace web {
namespace {

constexpr std::array<std::string_view, kRouteClasses> kRouteNames{
    "page", "api", "action", "live", "hook", "mcp", "metrics", "other"};
constexpr std::array<std::string_view, kHookAnswerKinds> kAnswerNames{
    "nothing", "allow", "deny", "context", "hold", "deadline", "unreadable"};
// The last of each stands for all others.
constexpr std::array<std::string_view, 7> kMethodNames{"GET",    "HEAD",    "POST", "PUT",
                                                       "DELETE", "OPTIONS", "other"};
constexpr std::array<int, 24> kStatusNumbers{200, 201, 202, 204, 304, 400, 401, 403,
                                             404, 405, 406, 408, 409, 410, 411, 412,
                                             413, 415, 421, 422, 429, 500, 503, 0};

template <typename List, typename Value>
std::size_t place_of(const List& list, const Value& value) {
  const auto found = std::find(list.begin(), list.end(), value);
  return found == list.end() ? list.size() - 1 : static_cast<std::size_t>(found - list.begin());
}

std::string number(double value) {
  std::array<char, 32> text{};
  const int size = std::snprintf(text.data(), text.size(), "%.13g", value);
  return {text.data(), static_cast<std::size_t>(std::max(size, 0))};
}

std::string header(std::string_view name, std::string_view type, std::string_view help) {
  return "# HELP " + std::string(name) + " " + std::string(help) + "\n# TYPE " + std::string(name) +
         " " + std::string(type) + "\n";
}

std::string gauge(std::string_view name, std::string_view help, double value) {
  return header(name, "gauge", help) + std::string(name) + " " + number(value) + "\n";
}

double seconds(std::uint64_t nanoseconds) { return static_cast<double>(nanoseconds) / 1e9; }

}  // namespace

void Histogram::add(std::chrono::nanoseconds duration) {
  const std::uint64_t whole =
      static_cast<std::uint64_t>(std::max<std::int64_t>(0, duration.count()));
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds(whole));
  counts_[static_cast<std::size_t>(bound - kBounds.begin())].fetch_add(1,
                                                                       std::memory_order_relaxed);
  nanoseconds_.fetch_add(whole, std::memory_order_relaxed);
}

std::string Histogram::text(std::string_view name, std::string_view labels) const {
  std::string text;
  std::uint64_t sum = 0;
  const std::string lead =
      std::string(name) + "_bucket{" + std::string(labels) + (labels.empty() ? "" : ",") + "le=\"";
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    sum += counts_[i].load(std::memory_order_relaxed);
    text += lead + (i < kBounds.size() ? number(kBounds[i]) : "+Inf") + "\"} " +
            std::to_string(sum) + "\n";
  }
  if (sum == 0) return "";
  const std::string braces = labels.empty() ? "" : "{" + std::string(labels) + "}";
  text += std::string(name) + "_sum" + braces + " " +
          number(seconds(nanoseconds_.load(std::memory_order_relaxed))) + "\n";
  text += std::string(name) + "_count" + braces + " " + std::to_string(sum) + "\n";
  return text;
}

void Metrics::count_request(RouteClass route, std::string_view method, int status,
                            std::chrono::nanoseconds duration) {
  static_assert(kMethodNames.size() == kMethods && kStatusNumbers.size() == kStatuses);
  const auto at = static_cast<std::size_t>(route);
  requests_[at][place_of(kMethodNames, method)][place_of(kStatusNumbers, status)].fetch_add(
      1, std::memory_order_relaxed);
  durations_[at].add(duration);
}

void Metrics::count_hook(model::EventKind event, HookAnswerKind answer,
                         std::chrono::nanoseconds duration) {
  hooks_[static_cast<std::size_t>(event)][static_cast<std::size_t>(answer)].fetch_add(
      1, std::memory_order_relaxed);
  hook_durations_.add(duration);
}

std::string Metrics::requests_text() const {
  constexpr std::string_view kName = "holdfast_http_requests_total";
  std::string text = header(kName, "counter", "Requests that were answered.");
  for (std::size_t route = 0; route < kRouteClasses; ++route) {
    for (std::size_t method = 0; method < kMethods; ++method) {
      for (std::size_t status = 0; status < kStatuses; ++status) {
        const auto count = requests_[route][method][status].load(std::memory_order_relaxed);
        if (count == 0) continue;
        const int code = kStatusNumbers[status];
        text += std::string(kName) + "{route=\"" + std::string(kRouteNames[route]) +
                "\",method=\"" + std::string(kMethodNames[method]) + "\",status=\"" +
                (code == 0 ? "other" : std::to_string(code)) + "\"} " + std::to_string(count) +
                "\n";
      }
    }
  }
  constexpr std::string_view kDuration = "holdfast_http_request_duration_seconds";
  text += header(kDuration, "histogram", "From the request to its answer, or to its stream.");
  for (std::size_t route = 0; route < kRouteClasses; ++route) {
    text += durations_[route].text(kDuration, "route=\"" + std::string(kRouteNames[route]) + "\"");
  }
  return text;
}

std::string Metrics::hooks_text() const {
  constexpr std::string_view kName = "holdfast_hook_answers_total";
  std::string text = header(kName, "counter", "Hooks over HTTP by event and by what was answered.");
  for (std::size_t event = 0; event < kEvents; ++event) {
    for (std::size_t answer = 0; answer < kHookAnswerKinds; ++answer) {
      const auto count = hooks_[event][answer].load(std::memory_order_relaxed);
      if (count == 0) continue;
      text += std::string(kName) + "{event=\"" +
              std::string(model::name_of(static_cast<model::EventKind>(event))) + "\",answer=\"" +
              std::string(kAnswerNames[answer]) + "\"} " + std::to_string(count) + "\n";
    }
  }
  constexpr std::string_view kDuration = "holdfast_hook_duration_seconds";
  text += header(kDuration, "histogram", "From a hook's arrival to its answer.");
  return text + hook_durations_.text(kDuration, "");
}

std::string Metrics::text(const Now& now) const {
  const IndexState index = now.server.index ? now.server.index() : IndexState{};
  const double streams = now.server.streams ? static_cast<double>(now.server.streams()) : 0;
  std::string text = header("holdfast_build_info", "gauge", "Which program this is.");
  text += "holdfast_build_info{version=\"" + now.server.version + "\"} 1\n";
  text +=
      gauge("process_start_time_seconds", "When the server started, since 1970.", now.started_at);
  text += gauge("holdfast_uptime_seconds", "How long the server runs.", now.uptime_seconds);
  text += gauge("process_resident_memory_bytes", "Memory that is in use.",
                static_cast<double>(now.resident_bytes));
  text += gauge("holdfast_live_streams", "Open event streams.", streams);
  text += gauge("holdfast_index_behind_bytes", "Journals that the index has not taken in yet.",
                static_cast<double>(index.behind_bytes));
  text += gauge("holdfast_index_catching_up", "1 while the index takes journals in.",
                index.is_catching_up ? 1 : 0);
  text += gauge("holdfast_index_problems", "What is wrong with the index, counted.",
                static_cast<double>(index.problems.size()));
  return text + requests_text() + hooks_text();
}

}  // namespace web
