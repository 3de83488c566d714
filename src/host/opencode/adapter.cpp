#include "host/opencode/adapter.h"

#include <array>

#include "host/plugin_form.h"

namespace host::opencode {
namespace {

constexpr std::array<ToolName, 14> kTools{{{"bash", "Bash"},
                                           {"write", "Write"},
                                           {"edit", "Edit"},
                                           {"multiedit", "MultiEdit"},
                                           {"patch", "Edit"},
                                           {"apply_patch", "Edit"},
                                           {"read", "Read"},
                                           {"list", "LS"},
                                           {"glob", "Glob"},
                                           {"grep", "Grep"},
                                           {"webfetch", "WebFetch"},
                                           {"websearch", "WebSearch"},
                                           {"task", "Agent"},
                                           {"todowrite", "TodoWrite"}}};
constexpr PluginHost kHost{kHostName, kTools, "apply_patch"};

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System&) {
  model::HostEvent event = plugin_event(kHost, event_name, payload);
  // "server_tool": which part is the server's name nobody can tell, but for those that the gate has
  // rules about.
  constexpr std::array<std::string_view, 2> kServers{"session-state", "serena"};
  const std::string tool = event.call.tool;
  for (const std::string_view server : kServers) {
    if (!tool.starts_with(std::string(server) + "_")) continue;
    event.call.tool = server_tool(server, tool.substr(server.size() + 1));
  }
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  return plugin_output(event, reply);
}

}  // namespace host::opencode
