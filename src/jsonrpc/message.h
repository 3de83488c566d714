// The messages of JSON-RPC 2.0: a request wants an answer, a notification does not.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "base/json.h"

namespace jsonrpc {

// Codes that the standard gives a meaning to.
constexpr int kParseError = -32700;
constexpr int kInvalidRequest = -32600;
constexpr int kMethodNotFound = -32601;
constexpr int kInvalidParams = -32602;
constexpr int kInternalError = -32603;

// What ties an answer to its request: a whole number or a text, as whoever asked chose it.
class Id {
 public:
  Id() = default;  // None: an answer to what could not be read.
  explicit Id(std::int64_t number) : value_(number) {}
  explicit Id(std::string text) : value_(std::move(text)) {}

  bool is_absent() const { return std::holds_alternative<std::monostate>(value_); }
  base::Json to_json() const;  // Null where there is none.
  // Nothing for what no id may be: null, a fraction, an object.
  static std::optional<Id> from_json(const base::Json& json);

  auto operator<=>(const Id&) const = default;

 private:
  std::variant<std::monostate, std::int64_t, std::string> value_;
};

struct Request {
  Id id;
  std::string method;
  base::JsonBox params;  // An object, an array, or null for none.
};

struct Notification {
  std::string method;
  base::JsonBox params;
};

struct Error {
  int code = kInternalError;
  std::string message;
  base::JsonBox data;  // Null: none.
};

struct Response {
  Id id;
  base::JsonBox result;
  std::optional<Error> error;  // In place of the result.
};

using Message = std::variant<Request, Notification, Response>;

base::Json to_json(const Request& request);
base::Json to_json(const Notification& notification);
// An answer without an id leaves `id` out, as MCP's schema asks.
base::Json to_json(const Response& response);
base::Json to_json(const Message& message);
// The same as one line, without a copy of the result.
std::string line_of(const Response& response);

Response result_of(Id id, base::Json result);
Response error_of(Id id, Error error);

}  // namespace jsonrpc
