#include "mcp/client/tool_info.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/text.h"
#include "mcp/client/header_value.h"

namespace mcp::client {
namespace {

constexpr const char* kAnnotation = "x-mcp-header";
constexpr std::string_view kHeaderLead = "Mcp-Param-";
constexpr std::size_t kAnnotationDepthMax = 8;
constexpr std::size_t kHeadersMax = 64;
constexpr std::size_t kHeaderNameMax = 128;

base::Error malformed(std::string message) {
  return {base::Code::parse_error, std::move(message), ""};
}

bool is_primitive(const base::Json& schema) {
  const auto type = schema.find("type");
  return type != schema.end() && (*type == "string" || *type == "integer" || *type == "boolean");
}

class AnnotationReader {
 public:
  explicit AnnotationReader(ToolInfo& tool) : tool_(tool) {}

  base::Result<void> read(const base::Json& schema, std::vector<std::string>& path) {
    const auto properties = schema.find("properties");
    if (properties == schema.end() || !properties->is_object() ||
        path.size() >= kAnnotationDepthMax) {
      return {};
    }
    for (const auto& [name, property] : properties->items()) {
      if (!property.is_object()) continue;
      path.push_back(name);
      if (property.contains(kAnnotation)) TRY(add(property, path));
      TRY(read(property, path));
      path.pop_back();
    }
    return {};
  }

 private:
  base::Result<void> add(const base::Json& property, const std::vector<std::string>& path) {
    const base::Json& annotation = property[kAnnotation];
    const std::string name = annotation.is_string() ? annotation.get<std::string>() : "";
    if (!is_header_name(name) || name.size() > kHeaderNameMax) {
      return malformed(path.back() + ": not a name of a header");
    }
    if (!is_primitive(property)) return malformed(path.back() + ": no header can carry it");
    if (!seen_.insert(base::to_lower(name)).second || seen_.size() > kHeadersMax) {
      return malformed(path.back() + ": two arguments in one header");
    }
    tool_.header_arguments.push_back({path, std::string(kHeaderLead) + name});
    return {};
  }

  ToolInfo& tool_;
  std::set<std::string> seen_;
};

std::optional<std::string> text_of(const base::Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number()) return base::dump_line(value);
  return std::nullopt;
}

}  // namespace

bool ToolInfo::takes(const std::string& argument) const {
  const base::Json& schema = input_schema.get();
  if (!schema.is_object()) return false;
  const auto properties = schema.find("properties");
  return properties != schema.end() && properties->is_object() && properties->contains(argument);
}

base::Result<ToolInfo> tool_from_json(const base::Json& json) {
  if (!json.is_object()) return malformed("a tool is no object");
  const auto name = json.find("name");
  if (name == json.end() || !name->is_string() || name->get_ref<const std::string&>().empty()) {
    return malformed("a tool has no name");
  }
  const auto schema = json.find("inputSchema");
  if (schema == json.end() || !schema->is_object()) {
    return malformed(name->get<std::string>() + ": no schema");
  }
  ToolInfo tool;
  tool.name = name->get<std::string>();
  tool.input_schema = base::JsonBox(*schema);
  const auto description = json.find("description");
  if (description != json.end() && description->is_string()) {
    tool.description = description->get<std::string>();
  }
  std::vector<std::string> path;
  TRY(AnnotationReader(tool).read(*schema, path));
  return tool;
}

std::vector<std::pair<std::string, std::string>> headers_for(const ToolInfo& tool,
                                                             const base::Json& arguments) {
  std::vector<std::pair<std::string, std::string>> headers;
  for (const HeaderArgument& argument : tool.header_arguments) {
    const base::Json* value = &arguments;
    for (const std::string& name : argument.path) {
      const bool is_there = value->is_object() && value->contains(name);
      if (!is_there) {
        value = nullptr;
        break;
      }
      value = &(*value)[name];
    }
    if (value == nullptr) continue;
    if (const auto text = text_of(*value))
      headers.emplace_back(argument.header, header_value(*text));
  }
  return headers;
}

}  // namespace mcp::client
