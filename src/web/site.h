// Everything that `holdfast serve` answers, one address beside the other: the page, the API, the
// live feed, metrics, hooks; what an address needs is said here and nowhere else.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "http/server.h"
#include "web/access.h"
#include "web/metrics.h"
#include "web/router.h"
#include "web/static_files.h"

namespace web {

using ExchangePtr = std::shared_ptr<http::Exchange>;

// An address, or all below it where it ends in '/', that answers in its own way.
struct Endpoint {
  std::string path;
  Access::Needs needs = Access::Needs::owner;
  std::function<void(const ExchangePtr& exchange)> handle;
};

class Site {
 public:
  Site(Access access, StaticFiles files, Router router)
      : access_(std::move(access)), files_(files), router_(std::move(router)) {}

  // Before the first request.
  void add(Endpoint endpoint) { endpoints_.push_back(std::move(endpoint)); }
  // Outlives the site and all its exchanges.
  void count_in(Metrics& metrics) { metrics_ = &metrics; }

  // For http::Server; from any of its threads. Every answer gets the safety headers.
  void handle(const ExchangePtr& exchange) const;

  // Nothing where the request may pass.
  std::optional<http::Response> refusal(const http::Request& request) const;

  const Access& access() const { return access_; }

 private:
  const Endpoint* endpoint_of(std::string_view path) const;
  RouteClass class_of(std::string_view path) const;
  Access::Needs needs_of(const http::Request& request, const Endpoint* endpoint) const;

  Access access_;
  StaticFiles files_;
  Router router_;
  std::vector<Endpoint> endpoints_;
  Metrics* metrics_ = nullptr;
};

}  // namespace web
