// How a value goes into an HTTP header of the modern era.
#pragma once
#include <string>
#include <string_view>

namespace mcp::client {

// As it is where it is plain text; what a header cannot carry, or would not carry unchanged,
// becomes "=?base64?...?=".
std::string header_value(std::string_view text);

// Whether this may stand after "Mcp-Param-": the characters of a token, not empty.
bool is_header_name(std::string_view name);

}  // namespace mcp::client
