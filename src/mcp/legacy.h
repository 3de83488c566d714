// The era of handshakes: initialize, ping, log levels, resource subscriptions, and questions that
// the server asks the client in the middle of a call.
#pragma once
#include <memory>

#include "mcp/legacy_session.h"
#include "mcp/reply.h"
#include "mcp/server.h"

namespace mcp {

// Shared: a call may outlast the message that began it, and the session the connection.
using LegacySessionPtr = std::shared_ptr<LegacySession>;

// Answers through `reply`, now or later from another thread.
void serve_legacy(Server& server, const LegacySessionPtr& session, jsonrpc::Request request,
                  std::shared_ptr<Reply> reply);

void note_legacy(Server& server, const LegacySessionPtr& session,
                 const jsonrpc::Notification& notification);

// Cancels what a notifications/cancelled names, if it is there.
void cancel_named(InFlight& in_flight, const base::Json& params);

}  // namespace mcp
