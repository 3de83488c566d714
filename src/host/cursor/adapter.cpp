#include "host/cursor/adapter.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "host/answer.h"
#include "host/claude_code/event.h"
#include "host/claude_code/reply.h"
#include "host/reading.h"

namespace host::cursor {
namespace {

using base::Json;
using model::EventKind;

constexpr std::array<EventName, 10> kEvents{{{"sessionStart", EventKind::session_start},
                                             {"beforeSubmitPrompt", EventKind::prompt},
                                             {"preToolUse", EventKind::before_tool},
                                             {"postToolUse", EventKind::after_tool},
                                             {"postToolUseFailure", EventKind::tool_failed},
                                             {"subagentStart", EventKind::agent_start},
                                             {"subagentStop", EventKind::agent_stop},
                                             {"preCompact", EventKind::before_compaction},
                                             {"stop", EventKind::turn_end},
                                             {"sessionEnd", EventKind::session_end}}};

// Events about one kind of call, for those who install them instead of preToolUse.
struct Narrow {
  std::string_view name;
  EventKind kind;
  std::string_view tool;  // Empty: the payload names it.
};
constexpr std::array<Narrow, 6> kNarrow{{{"beforeShellExecution", EventKind::before_tool, "Bash"},
                                         {"afterShellExecution", EventKind::after_tool, "Bash"},
                                         {"beforeMCPExecution", EventKind::before_tool, ""},
                                         {"afterMCPExecution", EventKind::after_tool, ""},
                                         {"beforeReadFile", EventKind::before_tool, "Read"},
                                         {"afterFileEdit", EventKind::after_tool, "Edit"}}};

// The second half are names that Cursor's models were given before; hooks have the first.
constexpr auto kTools = std::to_array<ToolName>({{"Shell", "Bash"},
                                                 {"Delete", "Edit"},
                                                 {"StrReplace", "Edit"},
                                                 {"ApplyPatch", "Edit"},
                                                 {"EditNotebook", "NotebookEdit"},
                                                 {"SemanticSearch", "Grep"},
                                                 {"Task", "Agent"},
                                                 {"ReadFile", "Read"},
                                                 {"run_terminal_cmd", "Bash"},
                                                 {"edit_file", "Edit"},
                                                 {"search_replace", "Edit"},
                                                 {"delete_file", "Edit"},
                                                 {"edit_notebook", "NotebookEdit"},
                                                 {"read_file", "Read"},
                                                 {"list_dir", "LS"},
                                                 {"file_search", "Glob"},
                                                 {"grep_search", "Grep"},
                                                 {"codebase_search", "Grep"}});

// "MCP:save_note" does not tell whose tool it is: nobody's that a rule could name.
std::string tool_of(const Payload& payload) {
  const std::string_view name = payload.text("tool_name");
  const std::string_view server = payload.text("mcp_server_name");
  constexpr std::string_view kServerTool = "MCP:";
  if (!server.empty()) return server_tool(server, name);
  if (name.starts_with(kServerTool)) return server_tool("", name.substr(kServerTool.size()));
  return tool_in(kTools, name);
}

bool takes_context(EventKind kind) {
  return kind == EventKind::session_start || kind == EventKind::after_tool;
}

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system) {
  model::HostEvent event = new_event(kHostName, event_name, payload.text("hook_event_name"));
  // It also runs the hooks of Claude Code's settings, with payloads of its own, and reads their
  // answers in that form.
  event.kind =
      is_camel_case(event.name) ? kind_in(kEvents, event.name) : claude_code::kind_of(event.name);
  // The narrow events have a server tool's arguments as a text.
  if (base::trim(payload.text("tool_input")).starts_with('{')) {
    payload.read_nested(payload.text("tool_input"), "tool_input");
  }
  claude_code::take_members(payload, event);
  event.call.tool = tool_of(payload);
  for (const Narrow& narrow : kNarrow) {
    if (narrow.name != event.name) continue;
    event.kind = narrow.kind;
    if (!narrow.tool.empty()) event.call.tool = narrow.tool;
    if (narrow.tool == "Bash") event.call.command = payload.text("command");
    // A server's tool may be called Read: without its server it is nobody's that is known.
    const bool has_server = payload.has_text("mcp_server_name");
    if (narrow.tool.empty() && !has_server && payload.has_text("tool_name")) {
      event.call.tool = server_tool("unnamed", payload.text("tool_name"));
    }
    take_targets(payload, {"file_path"}, event.call);
  }
  // Whose tool it is only beforeMCPExecution tells, which asks about the same call.
  const bool is_asked_again = is_camel_case(event.name) && event.kind == EventKind::before_tool &&
                              event.call.tool.starts_with("mcp____");
  if (is_asked_again) event.kind = EventKind::other;
  event.takes_context = takes_context(event.kind);
  take_targets(payload, {"tool_input.path", "tool_input.target_file", "tool_input.target_notebook"},
               event.call);
  event.host_id = payload.text("conversation_id");
  event.project_folder = system.environment.text("CURSOR_PROJECT_DIR");
  const auto roots = payload.texts("workspace_roots[]");
  if (event.project_folder.empty() && !roots.empty()) event.project_folder = roots.front();
  take_command_folder(payload, {"tool_input.working_directory", "tool_input.cwd"}, event);
  if (payload.has_text("subagent_id")) event.agent_id = payload.text("subagent_id");
  if (payload.has_text("subagent_type")) event.agent_type = payload.text("subagent_type");
  if (!event.duration_ms) event.duration_ms = duration_of(payload, "duration");
  if (payload.has_text("error_message")) event.reason = payload.text("error_message");
  if (event.kind == EventKind::agent_stop) event.text = payload.text("summary");
  if (event.kind == EventKind::turn_end) {
    event.was_held = payload.whole_number("loop_count").value_or(0) > 0;
  }
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  if (!is_camel_case(event.name)) return claude_code::format_reply(event, reply);
  Json answer = Json::object();
  if (is_denied(reply)) {
    const std::string text = denial_of(reply);
    const std::string word = word_for_person(reply);
    answer = {{"permission", "deny"},
              {"user_message", word.empty() ? text : text + "\n" + word},
              {"agent_message", text}};
  } else if (event.kind == EventKind::turn_end && !reply.hold.empty()) {
    answer["followup_message"] = reply.hold;
  } else if (!reply.context.empty() && event.takes_context) {
    answer["additional_context"] = context_of(reply);
  }
  return as_json(answer, reply);
}

}  // namespace host::cursor
