#include "mcp/client/transport.h"

#include <nlohmann/json.hpp>

namespace mcp::client {

jsonrpc::Notification cancellation(const jsonrpc::Id& id) {
  return {"notifications/cancelled",
          base::JsonBox(base::Json{{"requestId", id.to_json()}, {"reason", "no answer in time"}})};
}

std::vector<jsonrpc::Response> hand_on(const jsonrpc::Message& message, Listener& listener) {
  if (const auto* request = std::get_if<jsonrpc::Request>(&message)) {
    return {listener.on_request(*request)};
  }
  if (const auto* notification = std::get_if<jsonrpc::Notification>(&message)) {
    listener.on_notification(*notification);
  }
  return {};  // An answer to something else: late, or made up.
}

}  // namespace mcp::client
