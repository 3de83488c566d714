#include "mcp/call.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "mcp/protocol_error.h"

namespace mcp {
namespace {

// 50 and not 50.0: clients show what they are given.
base::Json number(double value) {
  constexpr double kExactMax = 9007199254740992.0;
  if (!std::isfinite(value)) return 0;
  if (std::trunc(value) == value && std::abs(value) <= kExactMax) {
    return static_cast<std::int64_t>(value);
  }
  return value;
}

}  // namespace

void Call::set_answers(base::Json answers, base::Json state) {
  answers_ = base::JsonBox(std::move(answers));
  state_ = base::JsonBox(std::move(state));
}

void Call::finish(base::Json result) {
  end(jsonrpc::result_of(start_.request.id, std::move(result)), 200);
}

void Call::fail(ProtocolError error, int status) {
  end(jsonrpc::error_of(start_.request.id, to_error(std::move(error))), status);
}

void Call::end(const jsonrpc::Response& response, int status) {
  if (is_cancelled()) return start_.reply->abandon();
  start_.reply->finish(response, status);
}

void Call::progress(double done, std::optional<double> total, std::string_view message) {
  if (start_.progress_token.get().is_null() || is_cancelled()) return;
  base::Json params = {{"progressToken", start_.progress_token.get()}, {"progress", number(done)}};
  if (total) params["total"] = number(*total);
  if (!message.empty()) params["message"] = message;
  start_.reply->send(
      to_json(jsonrpc::Notification{"notifications/progress", base::JsonBox(std::move(params))}));
}

void Call::log(LogLevel level, std::string_view logger, const base::Json& data) {
  if (is_cancelled() || !start_.wants_level || !start_.wants_level(level)) return;
  base::Json params = {{"level", name_of(level)}};
  if (!logger.empty()) params["logger"] = logger;
  params["data"] = data;
  start_.reply->send(
      to_json(jsonrpc::Notification{"notifications/message", base::JsonBox(std::move(params))}));
}

}  // namespace mcp
