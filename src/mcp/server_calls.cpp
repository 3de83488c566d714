#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "mcp/description.h"
#include "mcp/protocol_error.h"
#include "mcp/schema_check.h"
#include "mcp/server.h"

namespace mcp {
namespace {

using base::Json;
using base::JsonBox;

// Null where there is none or it is no text.
const std::string* text_param(const Json& params, const char* key) {
  if (!params.is_object()) return nullptr;
  const auto member = params.find(key);
  if (member == params.end() || !member->is_string()) return nullptr;
  return &member->get_ref<const std::string&>();
}

std::string shown(const std::string& name) {
  constexpr std::size_t kShownBytes = 200;
  return "\"" + std::string(base::clip_utf8(name, kShownBytes)) + "\"";
}

// An object where the client sent none; null where it is none.
const Json& arguments_of(const Json& params) {
  static const Json kNone = Json::object();
  static const Json kWrong;
  const auto arguments = params.find("arguments");
  if (arguments == params.end()) return kNone;
  return arguments->is_object() ? *arguments : kWrong;
}

// The handler's outcome with its value as the result of the method.
template <typename Value, typename ToJson>
Outcome<JsonBox> to_result(Outcome<Value> outcome, ToJson to_json) {
  if (auto* value = std::get_if<Value>(&outcome)) return JsonBox(to_json(*value));
  if (auto* required = std::get_if<InputRequired>(&outcome)) return std::move(*required);
  return std::get<ProtocolError>(std::move(outcome));
}

ProtocolError resource_not_found(Era era, const std::string& uri) {
  const int code = era == Era::modern ? jsonrpc::kInvalidParams : kResourceNotFound;
  return {code, "Resource not found: " + shown(uri), JsonBox(Json{{"uri", uri}})};
}

std::optional<ProtocolError> prompt_problem(const PromptDescription& prompt,
                                            const Json& arguments) {
  for (const PromptArgument& argument : prompt.arguments) {
    if (argument.required && !arguments.contains(argument.name)) {
      return invalid_params(argument.name + ": missing");
    }
  }
  for (const auto& argument : arguments.items()) {
    if (!argument.value().is_string()) return invalid_params(argument.key() + ": not a string");
  }
  return std::nullopt;
}

Json completion(std::vector<std::string> values) {
  constexpr std::size_t kValuesMax = 100;  // The schema's own limit.
  const std::size_t total = values.size();
  values.resize(std::min(total, kValuesMax));
  return {{"completion",
           {{"values", std::move(values)}, {"total", total}, {"hasMore", total > kValuesMax}}}};
}

}  // namespace

Outcome<JsonBox> Server::call_tool(const Question& question, CallContext& context) const {
  const std::string* name = text_param(question.params, "name");
  if (name == nullptr) return invalid_params("name is missing or not a string");
  const auto tool = catalogue_.tool(*name);
  if (!tool) return invalid_params("unknown tool " + shown(*name));
  const Json& arguments = arguments_of(question.params);
  if (arguments.is_null()) return invalid_params("arguments is not an object");
  if (auto wrong = schema_problem(tool->description().input_schema.get(), arguments)) {
    return invalid_params(*std::move(wrong));
  }
  return to_result(tool->call(arguments, context),
                   [&](ToolResult& result) { return to_json(std::move(result), question.era); });
}

Outcome<JsonBox> Server::get_prompt(const Question& question, CallContext& context) const {
  const std::string* name = text_param(question.params, "name");
  if (name == nullptr) return invalid_params("name is missing or not a string");
  const auto prompt = catalogue_.prompt(*name);
  if (!prompt) return invalid_params("unknown prompt " + shown(*name));
  const Json& arguments = arguments_of(question.params);
  if (arguments.is_null()) return invalid_params("arguments is not an object");
  if (auto wrong = prompt_problem(prompt->description(), arguments)) return *std::move(wrong);
  return to_result(prompt->get(arguments, context),
                   [](const PromptResult& result) { return to_json(result); });
}

Outcome<JsonBox> Server::read_resource(const Question& question, CallContext& context) const {
  const std::string* uri = text_param(question.params, "uri");
  if (uri == nullptr) return invalid_params("uri is missing or not a string");
  for (const auto& provider : catalogue_.resources()) {
    if (auto outcome = provider->read(*uri, context)) {
      return to_result(*std::move(outcome), [](const std::vector<ResourceContent>& contents) {
        return to_json(contents);
      });
    }
  }
  return resource_not_found(question.era, *uri);
}

Outcome<JsonBox> Server::complete(const Question& question) const {
  const Json& params = question.params;
  if (!params.is_object() || !params.contains("ref") || !params.contains("argument")) {
    return invalid_params("ref and argument are required");
  }
  const std::string* argument = text_param(params["argument"], "name");
  const std::string* begun = text_param(params["argument"], "value");
  const std::string* type = text_param(params["ref"], "type");
  if (argument == nullptr || begun == nullptr || type == nullptr) {
    return invalid_params("ref.type, argument.name and argument.value are strings");
  }
  if (*type == "ref/prompt") {
    const std::string* name = text_param(params["ref"], "name");
    const auto prompt = name == nullptr ? nullptr : catalogue_.prompt(*name);
    if (!prompt) return invalid_params("ref names no prompt that is known here");
    return JsonBox(completion(prompt->complete(*argument, *begun)));
  }
  const std::string* uri = text_param(params["ref"], "uri");
  if (*type != "ref/resource" || uri == nullptr) return invalid_params("ref is of no known kind");
  for (const auto& provider : catalogue_.resources()) {
    auto values = provider->complete(*uri, *argument, *begun);
    if (!values.empty()) return JsonBox(completion(std::move(values)));
  }
  return JsonBox(completion({}));
}

}  // namespace mcp
