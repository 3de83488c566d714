#include "jsonrpc/message.h"

#include <nlohmann/json.hpp>

namespace jsonrpc {
namespace {

base::Json with_params(base::Json message, const base::JsonBox& params) {
  if (!params.get().is_null()) message["params"] = params.get();
  return message;
}

}  // namespace

base::Json Id::to_json() const {
  if (const auto* number = std::get_if<std::int64_t>(&value_)) return *number;
  if (const auto* text = std::get_if<std::string>(&value_)) return *text;
  return nullptr;
}

std::optional<Id> Id::from_json(const base::Json& json) {
  if (json.is_string()) return Id(json.get<std::string>());
  if (json.is_number_unsigned()) {
    const auto number = json.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
    return Id(static_cast<std::int64_t>(number));
  }
  if (json.is_number_integer()) return Id(json.get<std::int64_t>());
  return std::nullopt;
}

base::Json to_json(const Request& request) {
  return with_params({{"jsonrpc", "2.0"}, {"id", request.id.to_json()}, {"method", request.method}},
                     request.params);
}

base::Json to_json(const Notification& notification) {
  return with_params({{"jsonrpc", "2.0"}, {"method", notification.method}}, notification.params);
}

base::Json to_json(const Response& response) {
  base::Json json = {{"jsonrpc", "2.0"}};
  if (!response.id.is_absent()) json["id"] = response.id.to_json();
  if (!response.error) {
    json["result"] = response.result.get();
    return json;
  }
  base::Json error = {{"code", response.error->code}, {"message", response.error->message}};
  if (!response.error->data.get().is_null()) error["data"] = response.error->data.get();
  json["error"] = std::move(error);
  return json;
}

std::string line_of(const Response& response) {
  if (response.error || response.id.is_absent()) return base::dump_line(to_json(response));
  return R"({"jsonrpc":"2.0","id":)" + base::dump_line(response.id.to_json()) + R"(,"result":)" +
         base::dump_line(response.result.get()) + "}";
}

base::Json to_json(const Message& message) {
  return std::visit([](const auto& known) { return to_json(known); }, message);
}

Response result_of(Id id, base::Json result) {
  return {std::move(id), base::JsonBox(std::move(result)), std::nullopt};
}

Response error_of(Id id, Error error) { return {std::move(id), {}, std::move(error)}; }

}  // namespace jsonrpc
