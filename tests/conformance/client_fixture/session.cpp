#include <iostream>
#include <nlohmann/json.hpp>

#include "fixture.h"
#include "mcp/memory/basic_memories.h"
#include "mcp/memory/serena_memories.h"

namespace fixture {
namespace {

using base::Json;
using mcp::client::Client;

Json error_json(const base::Error& error) {
  return {{"code", base::code_name(error.code)}, {"message", error.message}};
}

Json outcome_of(const base::Result<void>& result) {
  return result.ok() ? Json{{"value", nullptr}} : error_json(result.error());
}

template <typename T>
Json outcome_of(const base::Result<T>& result) {
  return result.ok() ? Json{{"value", *result}} : error_json(result.error());
}

Json use_store(engine::MemoryStore& store, const Json& line) {
  const std::string what = line[0];
  if (what == "list") return outcome_of(store.list());
  if (what == "read") return outcome_of(store.read(line[1]));
  if (what == "write") return outcome_of(store.write(line[1], line[2]));
  if (what == "remove") return outcome_of(store.remove(line[1]));
  return {{"code", "USAGE"}};
}

Json use_client(Client& client, const Json& line) {
  const std::string what = line[0];
  if (what == "server") {
    return {{"version", client.server().version}, {"name", client.server().name}};
  }
  if (what == "tools") {
    const auto tools = client.list_tools();
    if (!tools.ok()) return error_json(tools.error());
    Json names = Json::array();
    for (const auto& tool : *tools) names.push_back(tool.name);
    return {{"value", names}};
  }
  const auto called = client.call_tool(line[1], line[2]);
  if (!called.ok()) return error_json(called.error());
  return {{"value", called->text},
          {"structured", called->structured.get()},
          {"is_error", called->is_error}};
}

template <typename Use>
void for_each_line(Use use) {
  std::string text;
  while (std::getline(std::cin, text)) {
    const auto line = base::parse_json(text);
    if (!line.ok()) return;
    std::cout << base::dump_line(use(*line)) << std::endl;
  }
}

}  // namespace

int run_session(os::System system, const Session& session) {
  mcp::client::TransportFactory open;
  if (session.url.empty()) {
    open = mcp::client::child_server(system.processes, system.clock, {.argv = session.command});
  } else {
    const auto url = http::url_from_text(session.url);
    if (!url.ok()) return fail(url.error());
    open = mcp::client::http_server(system.clock, {*url, ""});
  }
  mcp::client::ClientOptions options;
  options.connect_timeout = session.connect_timeout;
  options.call_timeout = session.call_timeout;
  options.handlers.on_log = [](const mcp::client::LogMessage& message) {
    std::cerr << "log " << message.level << " " << base::dump_line(message.data.get()) << "\n";
  };
  const auto connect = [&] { return Client::connect(open, system.clock, options); };
  if (session.store.empty()) {
    const auto client = connect();
    if (!client.ok()) {
      std::cout << base::dump_line(error_json(client.error())) << std::endl;
      return 1;
    }
    for_each_line([&](const Json& line) { return use_client(**client, line); });
    return 0;
  }
  auto connection = std::make_unique<mcp::memory::Connection>(session.store, connect, system.clock);
  const auto store = session.store == "serena"
                         ? mcp::memory::serena_memories(std::move(connection))
                         : mcp::memory::basic_memories(std::move(connection), session.project);
  for_each_line([&](const Json& line) { return use_store(*store, line); });
  return 0;
}

int fail(const base::Error& error) {
  std::cerr << base::code_name(error.code) << " " << error.message << "\n";
  return 1;
}

}  // namespace fixture
