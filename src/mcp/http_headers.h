// What MCP puts into HTTP headers, and whether it agrees with the body: proxies route by the one,
// servers act on the other.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "http/message.h"
#include "jsonrpc/message.h"
#include "mcp/feature.h"

namespace mcp {

constexpr const char* kVersionHeader = "MCP-Protocol-Version";
constexpr const char* kSessionHeader = "Mcp-Session-Id";
constexpr const char* kMethodHeader = "Mcp-Method";
constexpr const char* kNameHeader = "Mcp-Name";
constexpr const char* kLastEventHeader = "Last-Event-ID";
// Before the name that a schema's `x-mcp-header` gives to an argument.
constexpr const char* kParamHeaderLead = "Mcp-Param-";

// The value without surrounding white space; nothing where there is none, or more than one.
std::optional<std::string> single_header(const http::Headers& headers, std::string_view name);

// "=?base64?SGVsbG8=?=" is decoded, anything else stands for itself. Nothing where the base64 is
// not exact.
std::optional<std::string> decoded_header(std::string_view value);

// Whether the request is one of the modern era, by its header or its body.
bool is_modern(const http::Headers& headers, const base::Json& params);

// -32020 where a header of the modern era is missing or says something else than the body.
std::optional<ProtocolError> header_problem(const http::Headers& headers,
                                            const jsonrpc::Request& request,
                                            const Catalogue& catalogue);

}  // namespace mcp
