// A memory server whose tools a test plays, behind a real client. Whoever includes this has
// included nlohmann/json.hpp.
#pragma once
#include "mcp/client/test_fake_transport.h"
#include "mcp/memory/connection.h"
#include "os/fake.h"

namespace mcp::memory {

struct ScriptedServer {
  using Call = std::function<base::Json(const std::string& tool, const base::Json& arguments)>;
  base::Json tools = base::Json::array();
  Call call;
  std::optional<client::Failure> failure;  // In place of every answer to a call.
  std::vector<base::Json> called;
  client::FakeServer server;
  os::FakeClock clock;

  ScriptedServer() {
    server.play = [this](const auto& request, client::Listener&) -> client::Answer {
      if (request.method == "server/discover") return client::refused(request, -32601);
      if (request.method == "initialize") return client::answered(request, client::greeting());
      if (request.method == "tools/list") return client::answered(request, {{"tools", tools}});
      const base::Json& params = request.params.get();
      called.push_back(params);
      if (failure) return *failure;
      return client::answered(request, call(params["name"], params["arguments"]));
    };
  }
  void add_tool(const char* name, const std::vector<std::string>& arguments) {
    base::Json properties = base::Json::object();
    for (const std::string& argument : arguments) properties[argument] = base::Json::object();
    tools.push_back({{"name", name}, {"inputSchema", {{"properties", properties}}}});
  }
  std::unique_ptr<Connection> connection() {
    return std::make_unique<Connection>(
        "server", [this] { return client::Client::connect(server.factory(), clock, {}); }, clock);
  }
};

inline base::Json said(const std::string& text, bool is_error = false) {
  return {{"content", {{{"type", "text"}, {"text", text}}}}, {"isError", is_error}};
}

}  // namespace mcp::memory
