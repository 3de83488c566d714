#include "jsonrpc/codec.h"

#include <nlohmann/json.hpp>

namespace jsonrpc {
namespace {

Decoded refusal(Id id, int code, std::string message) {
  return error_of(std::move(id), {code, std::move(message), {}});
}

// The id to answer to, where the message has one that can be read.
Id id_of(const base::Json& json) {
  const auto id = json.find("id");
  if (id == json.end()) return {};
  return Id::from_json(*id).value_or(Id{});
}

bool has_string(const base::Json& json, const char* key) {
  const auto member = json.find(key);
  return member != json.end() && member->is_string();
}

base::JsonBox params_of(const base::Json& json) {
  const auto params = json.find("params");
  return params == json.end() ? base::JsonBox() : base::JsonBox(*params);
}

bool has_valid_params(const base::Json& json) {
  const auto params = json.find("params");
  return params == json.end() || params->is_object() || params->is_array();
}

Decoded decode_call(const base::Json& json) {
  if (!json["method"].is_string()) {
    return refusal(id_of(json), kInvalidRequest, "Invalid request: method is not a string");
  }
  if (!has_valid_params(json)) {
    return refusal(id_of(json), kInvalidRequest, "Invalid request: params is no object or array");
  }
  std::string method = json["method"].get<std::string>();
  if (!json.contains("id")) return Message(Notification{std::move(method), params_of(json)});
  const std::optional<Id> id = Id::from_json(json["id"]);
  if (!id) {
    return refusal({}, kInvalidRequest, "Invalid request: id is no string or whole number");
  }
  return Message(Request{*id, std::move(method), params_of(json)});
}

std::optional<Error> error_from_json(const base::Json& json) {
  if (!json.is_object() || !has_string(json, "message")) return std::nullopt;
  const auto code = json.find("code");
  if (code == json.end() || !code->is_number_integer()) return std::nullopt;
  constexpr std::int64_t kCodeMax = 1'000'000;
  const auto number = code->get<std::int64_t>();
  if (number > kCodeMax || number < -kCodeMax) return std::nullopt;
  Error error{static_cast<int>(number), json["message"].get<std::string>(), {}};
  if (json.contains("data")) error.data = base::JsonBox(json["data"]);
  return error;
}

Decoded decode_response(const base::Json& json) {
  const bool has_result = json.contains("result");
  const bool has_error = json.contains("error");
  if (has_result == has_error) {
    return refusal({}, kInvalidRequest,
                   "Invalid request: neither a method nor one result or error");
  }
  Response response;
  response.id = id_of(json);
  if (has_result) {
    if (response.id.is_absent()) {
      return refusal({}, kInvalidRequest, "Invalid request: a result without an id");
    }
    response.result = base::JsonBox(json["result"]);
    return Message(std::move(response));
  }
  response.error = error_from_json(json["error"]);
  if (!response.error)
    return refusal({}, kInvalidRequest, "Invalid request: error has no such form");
  return Message(std::move(response));
}

DecodedText decode_batch(const base::Json& batch, const CodecOptions& options) {
  if (!options.allow_batches) {
    return {{refusal({}, kInvalidRequest, "Invalid request: this revision has no batches")}, false};
  }
  if (batch.empty() || batch.size() > options.batch_size_max) {
    return {{refusal({}, kInvalidRequest, "Invalid request: an empty or too large batch")}, false};
  }
  DecodedText decoded{{}, true};
  for (const base::Json& json : batch) decoded.items.push_back(decode_message(json));
  return decoded;
}

}  // namespace

Decoded decode_message(const base::Json& json) {
  if (!json.is_object()) return refusal({}, kInvalidRequest, "Invalid request: not an object");
  const auto version = json.find("jsonrpc");
  if (version == json.end() || *version != "2.0") {
    return refusal(id_of(json), kInvalidRequest, "Invalid request: jsonrpc is not \"2.0\"");
  }
  return json.contains("method") ? decode_call(json) : decode_response(json);
}

DecodedText decode(std::string_view text, const CodecOptions& options) {
  const base::Result<base::Json> json = base::parse_json(text, options.limits);
  if (!json) {
    return {{refusal({}, kParseError, "Parse error: " + json.error().message)}, false};
  }
  if (json->is_array()) return decode_batch(*json, options);
  return {{decode_message(*json)}, false};
}

}  // namespace jsonrpc
