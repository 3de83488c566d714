#include <cstdlib>
#include <nlohmann/json.hpp>

#include "fixture.h"

namespace fixture {
namespace {

using base::Json;
using mcp::client::Client;
using mcp::client::ToolInfo;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Some value that the schema allows, for tools that are called for their headers alone.
Json arguments_for(const ToolInfo& tool) {
  Json arguments = Json::object();
  const Json properties = tool.input_schema.get().value("properties", Json::object());
  for (const auto& [name, property] : properties.items()) {
    const Json type = property.value("type", Json());
    if (type == "string") arguments[name] = "text";
    if (type == "integer" || type == "number") arguments[name] = 7;
    if (type == "boolean") arguments[name] = true;
    if (type == "object") arguments[name] = Json::object();
  }
  return arguments;
}

// A person who agrees to everything as it is proposed.
base::Result<base::JsonBox> accept_defaults(const Json& params) {
  Json content = Json::object();
  const Json schema = params.value("requestedSchema", Json::object());
  const Json properties = schema.value("properties", Json::object());
  for (const auto& [name, property] : properties.items()) {
    if (property.contains("default")) {
      content[name] = property["default"];
    } else if (property.value("type", Json()) == "boolean") {
      content[name] = true;
    }
  }
  return base::JsonBox(Json{{"action", "accept"}, {"content", content}});
}

bool call(Client& client, const std::string& tool, const Json& arguments) {
  const auto outcome = client.call_tool(tool, arguments);
  if (!outcome.ok())
    std::fprintf(stderr, "%s: %s\n", tool.c_str(), outcome.error().message.c_str());
  return outcome.ok();
}

bool send_all_headers(Client& client) {
  const Json none = Json::object();
  return client.request("resources/list", none).ok() &&
         client.request("resources/read", {{"uri", "file:///path/to/file%20name.txt"}}).ok() &&
         client.request("prompts/list", none).ok() &&
         client.request("prompts/get", {{"name", "test_prompt"}}).ok();
}

bool play(Client& client, const std::string& scenario, const std::vector<ToolInfo>& tools) {
  if (scenario == "json-schema-ref-no-deref") return true;
  if (scenario == "http-custom-headers") {
    const auto context = base::parse_json(variable("MCP_CONFORMANCE_CONTEXT"));
    if (!context.ok()) return false;
    bool is_fine = true;
    for (const Json& tool : (*context)["toolCalls"]) {
      is_fine &= call(client, tool["name"], tool["arguments"]);
    }
    return is_fine;
  }
  bool is_fine = true;
  for (const ToolInfo& tool : tools) {
    Json arguments = arguments_for(tool);
    if (tool.name == "json_schema_echo") arguments["schema"] = tools.front().input_schema.get();
    is_fine &= call(client, tool.name, arguments);
  }
  if (scenario == "http-standard-headers") is_fine &= send_all_headers(client);
  return is_fine;
}

}  // namespace

int run_scenario(os::System system, const std::string& address) {
  const auto url = http::url_from_text(address);
  if (!url.ok()) return fail(url.error());
  mcp::client::ClientOptions options;
  options.handlers.elicit = accept_defaults;
  auto client =
      Client::connect(mcp::client::http_server(system.clock, {*url, ""}), system.clock, options);
  if (!client.ok()) return fail(client.error());
  const auto tools = (*client)->list_tools();
  if (!tools.ok()) return fail(tools.error());
  const bool is_fine = play(**client, variable("MCP_CONFORMANCE_SCENARIO"), *tools);
  (*client)->close();
  return is_fine ? 0 : 1;
}

}  // namespace fixture
