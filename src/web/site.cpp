#include "web/site.h"

#include <array>
#include <atomic>
#include <chrono>
#include <utility>

namespace web {
namespace {

// What all answers have in common, whoever gives them: safety headers, and a count.
class SiteExchange final : public http::Exchange {
 public:
  SiteExchange(ExchangePtr inner, RouteClass route, Metrics* metrics)
      : inner_(std::move(inner)), route_(route), metrics_(metrics) {}
  ~SiteExchange() override {
    if (is_answered_) return;
    respond(http::response(500, "text/plain", "The request was not answered.\n"));
  }

  const http::Request& request() const override { return inner_->request(); }

  void respond(http::Response response) override {
    add_safety_headers(response.headers);
    count(response.status);
    inner_->respond(std::move(response));
  }

  std::shared_ptr<http::EventStream> open_stream(http::Headers headers) override {
    add_safety_headers(headers);
    auto stream = inner_->open_stream(std::move(headers));
    // Where there is none, the client has gone, and nobody hears an answer.
    if (stream) {
      count(200);
    } else {
      is_answered_ = true;
    }
    return stream;
  }

  void on_disconnect(std::function<void()> callback) override {
    inner_->on_disconnect(std::move(callback));
  }

 private:
  using Clock = std::chrono::steady_clock;

  void count(int status) {
    if (is_answered_.exchange(true) || metrics_ == nullptr) return;
    metrics_->count_request(route_, request().method, status, Clock::now() - begin_);
  }

  const ExchangePtr inner_;
  const RouteClass route_;
  Metrics* const metrics_;
  const Clock::time_point begin_ = Clock::now();
  std::atomic<bool> is_answered_ = false;
};

}  // namespace

const Endpoint* Site::endpoint_of(std::string_view path) const {
  for (const Endpoint& endpoint : endpoints_) {
    const bool is_below = endpoint.path.ends_with('/') && path.starts_with(endpoint.path);
    if (is_below || path == endpoint.path) return &endpoint;
  }
  return nullptr;
}

RouteClass Site::class_of(std::string_view path) const {
  struct Lead {
    std::string_view text;
    RouteClass route;
  };
  // The more special ones first.
  constexpr auto kLeads = std::to_array<Lead>({{"/api/v1/actions/", RouteClass::action},
                                               {"/api/v1/live", RouteClass::live},
                                               {"/api/", RouteClass::api},
                                               {"/hook/", RouteClass::hook},
                                               {"/mcp", RouteClass::mcp},
                                               {"/metrics", RouteClass::metrics}});
  for (const Lead& lead : kLeads) {
    if (path.starts_with(lead.text)) return lead.route;
  }
  return files_.has(path) ? RouteClass::page : RouteClass::other;
}

Access::Needs Site::needs_of(const http::Request& request, const Endpoint* endpoint) const {
  if (endpoint != nullptr) return endpoint->needs;
  if (files_.has(request.path)) return Access::Needs::nothing;
  const bool only_looks = request.method == "GET" || request.method == "HEAD";
  return only_looks ? Access::Needs::owner : Access::Needs::owner_action;
}

std::optional<http::Response> Site::refusal(const http::Request& request) const {
  return access_.refusal(request, needs_of(request, endpoint_of(request.path)));
}

void Site::handle(const ExchangePtr& given) const {
  const http::Request& request = given->request();
  // Shared, since an endpoint may answer later and from another thread.
  const auto exchange = std::make_shared<SiteExchange>(given, class_of(request.path), metrics_);
  const Endpoint* const endpoint = endpoint_of(request.path);
  if (auto refused = access_.refusal(request, needs_of(request, endpoint))) {
    return exchange->respond(*std::move(refused));
  }
  if (endpoint != nullptr) return endpoint->handle(exchange);
  if (auto file = files_.respond(request, access_.cookie_for(request))) {
    return exchange->respond(*std::move(file));
  }
  exchange->respond(router_.respond(request));
}

}  // namespace web
