// subscriptions/listen of the modern era: one request that stays open and tells of changes.
#pragma once
#include <memory>
#include <optional>

#include "mcp/call.h"
#include "mcp/server.h"

namespace mcp {

// Acknowledges first, then sends every change that was asked for, marked with the request's id,
// until the request is cancelled or the server's endings are called. The error: it was not begun.
std::optional<ProtocolError> listen(Server& server, std::shared_ptr<Call> call,
                                    std::shared_ptr<InFlight> in_flight);

}  // namespace mcp
