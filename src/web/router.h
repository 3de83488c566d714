// Finds the route of an address and makes an HTTP answer of what it says.
#pragma once
#include <memory>
#include <vector>

#include "base/error.h"
#include "web/route.h"

namespace web {

class Router {
 public:
  void add(Route route);
  const std::vector<Route>& routes() const { return routes_; }

  // 404 for an address that no route has, 405 for a method that none of its routes has, 304 where
  // the caller's copy is as good. A GET's route answers HEAD too.
  http::Response respond(const http::Request& request) const;

 private:
  std::vector<Route> routes_;
};

// {"error":{"code","message","hint"}} with the status that the code stands for.
http::Response error_response(const base::Error& error);
http::Response json_response(int status, const base::Json& json);

// "/a/{b}" and "/a/x": the parts, here "x". Nothing where they do not fit.
std::optional<std::vector<std::string>> matched(std::string_view pattern, std::string_view path);

}  // namespace web
