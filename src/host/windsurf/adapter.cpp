#include "host/windsurf/adapter.h"

#include <array>

#include "host/answer.h"
#include "host/reading.h"

namespace host::windsurf {
namespace {

using model::EventKind;

struct Action {
  std::string_view name;
  EventKind kind;
  std::string_view tool;  // What the action is, as a tool; empty where it is none.
};

constexpr std::array<Action, 11> kActions{{{"pre_user_prompt", EventKind::prompt, ""},
                                           {"pre_read_code", EventKind::before_tool, "Read"},
                                           {"pre_write_code", EventKind::before_tool, "Edit"},
                                           {"pre_run_command", EventKind::before_tool, "Bash"},
                                           {"pre_mcp_tool_use", EventKind::before_tool, ""},
                                           {"post_read_code", EventKind::after_tool, "Read"},
                                           {"post_write_code", EventKind::after_tool, "Edit"},
                                           {"post_run_command", EventKind::after_tool, "Bash"},
                                           {"post_mcp_tool_use", EventKind::after_tool, ""},
                                           {"post_cascade_response", EventKind::turn_end, ""},
                                           {"post_setup_worktree", EventKind::other, ""}}};

const Action& action_of(std::string_view name) {
  static constexpr Action kUnknown{"", EventKind::other, ""};
  for (const Action& action : kActions) {
    if (action.name == name) return action;
  }
  return kUnknown;
}

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system) {
  model::HostEvent event = new_event(kHostName, event_name, payload.text("agent_action_name"));
  const Action& action = action_of(event.name);
  event.kind = action.kind;
  event.takes_context = false;
  event.host_id = payload.text("trajectory_id");
  event.folder = payload.text("tool_info.cwd");
  // Hooks run in the workspace's folder, and only commands tell one of their own.
  event.project_folder = system.environment.current_folder().native();
  event.text = payload.has_text("tool_info.user_prompt") ? payload.text("tool_info.user_prompt")
                                                         : payload.text("tool_info.response");
  const std::string_view server = payload.text("tool_info.mcp_server_name");
  const std::string_view tool = payload.text("tool_info.mcp_tool_name");
  event.call.tool = action.tool;
  if (!server.empty() && !tool.empty()) event.call.tool = server_tool(server, tool);
  event.call.command = payload.text("tool_info.command_line");
  take_targets(payload, {"tool_info.file_path"}, event.call);
  take_memories(payload, event.call);
  return event;
}

HookOutput output_of(const model::HostEvent&, const model::HostReply& reply) {
  if (is_denied(reply)) return as_exit_code(denial_of(reply));
  return {.standard_output = {}, .standard_error = warnings_of(reply)};
}

}  // namespace host::windsurf
