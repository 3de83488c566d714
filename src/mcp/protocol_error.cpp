#include "mcp/protocol_error.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace mcp {

ProtocolError invalid_params(std::string message) {
  return {jsonrpc::kInvalidParams, "Invalid params: " + std::move(message), {}};
}

ProtocolError method_not_found(std::string_view method) {
  // The name is the sender's: long enough to be known again, no longer.
  constexpr std::size_t kShownBytes = 100;
  return {jsonrpc::kMethodNotFound,
          "Method not found: " + std::string(base::clip_utf8(method, kShownBytes)),
          {}};
}

ProtocolError busy() { return {kBusy, "Too many calls at once. Try again in a moment.", {}}; }

ProtocolError internal_error(const base::Error& error) {
  return {jsonrpc::kInternalError, error.message,
          base::JsonBox(base::Json{{"code", base::code_name(error.code)}, {"hint", error.hint}})};
}

jsonrpc::Error to_error(ProtocolError error) {
  return {error.code, std::move(error.message), std::move(error.data)};
}

}  // namespace mcp
