#include "mcp/tools/schema.h"

#include <nlohmann/json.hpp>

namespace mcp {

using base::Json;

namespace {

Json type_named(std::string_view name) {
  const bool nullable = name.ends_with('?');
  const std::string type(name.substr(0, name.size() - (nullable ? 1 : 0)));
  return nullable ? Json{{"type", Json::array({type, "null"})}} : Json{{"type", type}};
}

}  // namespace

base::JsonBox input_schema(std::initializer_list<InputField> fields) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const InputField& field : fields) {
    Json property = std::string_view(field.type) == "strings"
                        ? Json{{"type", "array"}, {"items", {{"type", "string"}}}}
                        : type_named(field.type);
    if (*field.description != '\0') property["description"] = field.description;
    if (field.values.size() != 0) property["enum"] = field.values;
    properties[field.name] = std::move(property);
    if (field.required) required.push_back(field.name);
  }
  Json schema{{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  return base::JsonBox(std::move(schema));
}

base::JsonBox output_schema(std::initializer_list<OutputField> fields) {
  Json properties = Json::object();
  for (const OutputField& field : fields) {
    properties[field.name] = type_named(field.type);
  }
  return base::JsonBox(Json{{"type", "object"}, {"properties", std::move(properties)}});
}

}  // namespace mcp
