#include "mcp/description.h"

#include <nlohmann/json.hpp>

#include "base/base64.h"

namespace mcp {
namespace {

using base::Json;

void put_text(Json& json, const char* key, const std::string& text) {
  if (!text.empty()) json[key] = text;
}

// The legacy revisions know objects alone, as output and as its schema.
bool is_for(Era era, const Json& schema) {
  if (schema.is_null()) return false;
  return era == Era::modern ||
         (schema.is_object() && schema.contains("type") && schema["type"] == "object");
}

Json to_json(const ToolAnnotations& annotations) {
  Json json = {{"readOnlyHint", annotations.read_only}};
  // The other two say something only about a tool that changes things.
  if (!annotations.read_only) {
    json["destructiveHint"] = annotations.destructive;
    json["idempotentHint"] = annotations.idempotent;
  }
  json["openWorldHint"] = annotations.open_world;
  return json;
}

}  // namespace

Json to_json(const ToolDescription& tool, Era era) {
  Json json = {{"name", tool.name}};
  put_text(json, "title", tool.title);
  put_text(json, "description", tool.description);
  json["inputSchema"] =
      tool.input_schema.get().is_object() ? tool.input_schema.get() : Json({{"type", "object"}});
  if (is_for(era, tool.output_schema.get())) json["outputSchema"] = tool.output_schema.get();
  json["annotations"] = to_json(tool.annotations);
  if (tool.meta.get().is_object()) json["_meta"] = tool.meta.get();
  return json;
}

Json to_json(const PromptDescription& prompt) {
  Json json = {{"name", prompt.name}};
  put_text(json, "title", prompt.title);
  put_text(json, "description", prompt.description);
  if (prompt.arguments.empty()) return json;
  Json arguments = Json::array();
  for (const PromptArgument& argument : prompt.arguments) {
    Json one = {{"name", argument.name}};
    put_text(one, "description", argument.description);
    one["required"] = argument.required;
    arguments.push_back(std::move(one));
  }
  json["arguments"] = std::move(arguments);
  return json;
}

Json to_json(const ResourceDescription& resource, const char* uri_key) {
  Json json = {{uri_key, resource.uri}, {"name", resource.name}};
  put_text(json, "title", resource.title);
  put_text(json, "description", resource.description);
  put_text(json, "mimeType", resource.mime_type);
  return json;
}

Json to_json(const ServerIdentity& identity) {
  Json json = {{"name", identity.name}};
  put_text(json, "title", identity.title);
  json["version"] = identity.version;
  return json;
}

Json to_json(ToolResult result, Era era) {
  // Moved, not copied: a result may be large.
  Json json = Json::object();
  json["content"] =
      result.content.get().is_array() ? std::move(result.content.get()) : Json::array();
  const Json& structured = result.structured.get();
  if (structured.is_object() || (era == Era::modern && !structured.is_null())) {
    json["structuredContent"] = std::move(result.structured.get());
  }
  if (result.is_error) json["isError"] = true;
  return json;
}

Json to_json(const PromptResult& result) {
  Json json = Json::object();
  put_text(json, "description", result.description);
  json["messages"] = result.messages.get().is_array() ? result.messages.get() : Json::array();
  return json;
}

Json to_json(const std::vector<ResourceContent>& contents) {
  Json list = Json::array();
  for (const ResourceContent& content : contents) {
    Json one = {{"uri", content.uri}};
    put_text(one, "mimeType", content.mime_type);
    if (content.is_binary) {
      one["blob"] = base::to_base64(content.text);
    } else {
      one["text"] = content.text;
    }
    list.push_back(std::move(one));
  }
  return {{"contents", std::move(list)}};
}

}  // namespace mcp
