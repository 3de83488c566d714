// One address of the API, and the way its answer takes.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "http/server.h"
#include "web/query.h"

namespace web {

// What a route is asked.
struct Question {
  std::vector<std::string> parts;  // What stands where the pattern has {…}, in its order.
  Query query;
  base::JsonBox body;  // POST: the JSON object that was sent.

  // `limit`, as every list takes it.
  base::Result<std::size_t> limit(std::size_t otherwise = 50) const;
};

using Answer = std::function<base::Result<base::JsonBox>(const Question& question)>;

// Answers as JSON, with an ETag; on one of the server's threads, several at once.
struct Route {
  std::string_view method;   // "GET" or "POST"
  std::string_view pattern;  // "/api/v1/runs/{id}/events"
  Answer answer;
};

}  // namespace web
