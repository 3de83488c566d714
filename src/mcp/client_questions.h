// What the server asks a client of the legacy era: its user, its model or its roots.
#pragma once
#include <string_view>
#include <variant>
#include <vector>

#include "mcp/call.h"
#include "mcp/legacy_session.h"

namespace mcp {

// The capability that a client must have declared to be asked this; null for an unknown method.
const char* capability_for(std::string_view method);

// Sends all of them and waits for all answers: an object of results by key. The error says what
// went wrong first: an undeclared capability, a refusal, no answer in time, cancellation.
std::variant<base::JsonBox, ProtocolError> ask_client(LegacySession& session, Call& call,
                                                      const std::vector<InputRequest>& requests,
                                                      base::Millis timeout);

}  // namespace mcp
