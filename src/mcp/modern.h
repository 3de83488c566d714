// The stateless era, 2026-07-28: every request says in `_meta` who asks, and nothing is remembered
// from one to the next. A call that needs answers ends with a list of questions and a sealed state;
// the client calls again with both.
#pragma once
#include <memory>
#include <string>

#include "mcp/in_flight.h"
#include "mcp/reply.h"
#include "mcp/server.h"

namespace mcp {

struct ModernRequest {
  jsonrpc::Request request;
  std::string principal;         // Who the transport says it is; binds a request state.
  std::shared_ptr<Reply> reply;  // Shared with the transport.
  // Where this request can be cancelled by its id; shared with the connection.
  std::shared_ptr<InFlight> in_flight;
};

// Answers through the reply, now or later from another thread; a subscription when it ends.
void serve_modern(Server& server, ModernRequest request);

}  // namespace mcp
