// `_meta` of a request: in the modern era it carries what a handshake used to.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "mcp/feature.h"

namespace mcp {

constexpr const char* kMetaVersion = "io.modelcontextprotocol/protocolVersion";
constexpr const char* kMetaClientInfo = "io.modelcontextprotocol/clientInfo";
constexpr const char* kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
constexpr const char* kMetaLogLevel = "io.modelcontextprotocol/logLevel";
constexpr const char* kMetaServerInfo = "io.modelcontextprotocol/serverInfo";
constexpr const char* kMetaSubscription = "io.modelcontextprotocol/subscriptionId";

struct RequestMeta {
  ClientInfo client;
  std::optional<LogLevel> log_level;  // None: no messages are wanted.
  base::JsonBox progress_token;       // Null: no progress is wanted.
};

// Whether these params are marked as the modern era's: one of its keys is in `_meta`.
bool has_modern_meta(const base::Json& params);
// The version that `_meta` names; empty where it names none.
std::string meta_version(const base::Json& params);

// -32602 where a required field is missing or wrong, -32022 for a version that we do not speak.
std::variant<RequestMeta, ProtocolError> read_meta(const base::Json& params);

// What the legacy era has of it. Null where there is no usable token.
base::JsonBox progress_token(const base::Json& params);
// name and version of an Implementation object; empty where they are missing.
void read_client_info(const base::Json& info, ClientInfo& client);

}  // namespace mcp
