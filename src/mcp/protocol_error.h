// The errors that MCP adds to those of JSON-RPC, and short ways to make one.
#pragma once
#include <string>
#include <string_view>

#include "jsonrpc/message.h"
#include "mcp/feature.h"

namespace mcp {

constexpr int kResourceNotFound = -32002;  // In the legacy era; -32602 in the modern one.
constexpr int kBusy = -32000;
constexpr int kHeaderMismatch = -32020;
constexpr int kMissingCapability = -32021;
constexpr int kUnsupportedVersion = -32022;

ProtocolError invalid_params(std::string message);
ProtocolError method_not_found(std::string_view method);
ProtocolError busy();
// The error's own code and hint go with it.
ProtocolError internal_error(const base::Error& error);

jsonrpc::Error to_error(ProtocolError error);

}  // namespace mcp
