#include "host/codex/adapter.h"

#include <array>

#include "host/claude_code/event.h"
#include "host/claude_code/reply.h"
#include "host/reading.h"

namespace host::codex {
namespace {

constexpr auto kTools =
    std::to_array<ToolName>({{"shell", "Bash"},
                             {"exec_command", "Bash"},
                             {"shell_command", "Bash"},
                             {"local_shell", "Bash"},
                             {"view_image", "Read"},
                             {"web_search", "WebSearch"},
                             {"spawn_agent", "Agent"},
                             {"wait_agent", "TaskOutput"},
                             {"list_agents", "TaskList"},
                             {"close_agent", "TaskStop"},
                             {"interrupt_agent", "TaskStop"},
                             {"create_goal", "TaskCreate"},
                             {"get_goal", "TaskGet"},
                             {"update_goal", "TaskUpdate"},
                             {"update_plan", "TodoWrite"},
                             {"request_user_input", "AskUserQuestion"},
                             {"tool_search", "ToolSearch"},
                             {"list_mcp_resources", "ListMcpResourcesTool"},
                             {"list_mcp_resource_templates", "ListMcpResourcesTool"},
                             {"read_mcp_resource", "ReadMcpResourceTool"}});

// A tool of a namespace is called by both names with nothing between them.
std::string tool_of(std::string_view name) {
  for (const std::string_view space : {"collaboration", "multi_agent_v1"}) {
    if (name.starts_with(space)) name.remove_prefix(space.size());
  }
  return tool_in(kTools, name);
}

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system) {
  model::HostEvent event = new_event(kHostName, event_name, payload.text("hook_event_name"));
  event.kind = claude_code::kind_of(event.name);
  event.takes_context = claude_code::takes_context(event.kind);
  claude_code::take_members(payload, event);
  // "cwd" is where a command is to run, anywhere; the hook is started where the conversation is.
  event.project_folder = system.environment.current_folder().native();
  if (event.call.tool == "apply_patch") {
    const std::string patch = std::move(event.call.command);
    event.call.command.clear();
    take_patch(patch, event.call);
  } else {
    event.call.tool = tool_of(event.call.tool);
    // `apply_patch <<EOF`: a program that only Codex has.
    const bool has_patch = event.call.command.find("*** Begin Patch") != std::string::npos;
    if (event.call.tool == "Bash" && has_patch) {
      take_patch(event.call.command, event.call);
      event.call.tool = "Bash";
    }
  }
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  return claude_code::format_reply(event, reply);
}

}  // namespace host::codex
