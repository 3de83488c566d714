#include "host/openclaw/adapter.h"

#include <array>

#include "host/plugin_form.h"

namespace host::openclaw {
namespace {

// `tool_call` starts a tool that is asked about by itself, under its own name.
constexpr std::array<ToolName, 15> kTools{{{"exec", "Bash"},
                                           {"bash", "Bash"},
                                           {"write", "Write"},
                                           {"edit", "Edit"},
                                           {"apply_patch", "Edit"},
                                           {"read", "Read"},
                                           {"ls", "LS"},
                                           {"grep", "Grep"},
                                           {"find", "Glob"},
                                           {"web_fetch", "WebFetch"},
                                           {"web_search", "WebSearch"},
                                           {"sessions_spawn", "Agent"},
                                           {"tool_search", "ToolSearch"},
                                           {"tool_describe", "ToolSearch"},
                                           {"tool_call", "ToolSearch"}}};
constexpr PluginHost kHost{kHostName, kTools, "apply_patch"};

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System&) {
  model::HostEvent event = plugin_event(kHost, event_name, payload);
  // What is typed into a program that runs already.
  const std::string_view typed = payload.has_text("tool_input.data")
                                     ? payload.text("tool_input.data")
                                     : payload.text("tool_input.text");
  if (event.call.tool == "process" && !typed.empty()) {
    event.call.tool = "Bash";
    event.call.command = typed;
  }
  // "server__tool".
  const std::string& tool = event.call.tool;
  const std::size_t split = tool.find("__");
  if (split != std::string::npos && !tool.starts_with("mcp__")) {
    event.call.tool = server_tool(tool.substr(0, split), tool.substr(split + 2));
  }
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  return plugin_output(event, reply);
}

}  // namespace host::openclaw
