#include "host/opencode/adapter.h"

#include <array>

#include "host/plugin_form.h"

namespace host::opencode {
namespace {

// `execute` runs a script that reaches tools of servers alone, each of which is asked about by
// itself.
constexpr auto kTools =
    std::to_array<ToolName>({{"bash", "Bash"},
                             {"shell", "Bash"},
                             {"write", "Write"},
                             {"edit", "Edit"},
                             {"multiedit", "MultiEdit"},
                             {"patch", "Edit"},
                             {"apply_patch", "Edit"},
                             {"read", "Read"},
                             {"list", "LS"},
                             {"glob", "Glob"},
                             {"grep", "Grep"},
                             {"lsp", "LSP"},
                             {"webfetch", "WebFetch"},
                             {"websearch", "WebSearch"},
                             {"task", "Agent"},
                             {"skill", "Skill"},
                             {"question", "AskUserQuestion"},
                             {"plan_enter", "EnterPlanMode"},
                             {"plan_exit", "ExitPlanMode"},
                             {"execute", "ToolSearch"},
                             {"todowrite", "TodoWrite"},
                             {"list_mcp_resources", "ListMcpResourcesTool"},
                             {"list_mcp_resource_templates", "ListMcpResourcesTool"},
                             {"read_mcp_resource", "ReadMcpResourceTool"}});
constexpr PluginHost kHost{kHostName, kTools, "apply_patch"};

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System&) {
  model::HostEvent event = plugin_event(kHost, event_name, payload);
  if (event.call.tool == "Skill") event.call.skill = payload.text("tool_input.name");
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
