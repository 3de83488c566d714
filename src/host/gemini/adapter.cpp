#include "host/gemini/adapter.h"

#include <array>
#include <nlohmann/json.hpp>

#include "host/answer.h"
#include "host/claude_code/event.h"
#include "host/mended_names.h"
#include "host/reading.h"

namespace host::gemini {
namespace {

using base::Json;
using model::EventKind;

constexpr std::array<EventName, 7> kEvents{{{"SessionStart", EventKind::session_start},
                                            {"BeforeAgent", EventKind::prompt},
                                            {"BeforeTool", EventKind::before_tool},
                                            {"AfterTool", EventKind::after_tool},
                                            {"AfterAgent", EventKind::turn_end},
                                            {"PreCompress", EventKind::before_compaction},
                                            {"SessionEnd", EventKind::session_end}}};

constexpr auto kTools = std::to_array<ToolName>({{"run_shell_command", "Bash"},
                                                 {"list_background_processes", "BashOutput"},
                                                 {"read_background_output", "BashOutput"},
                                                 {"write_file", "Write"},
                                                 {"replace", "Edit"},
                                                 {"read_file", "Read"},
                                                 {"read_many_files", "Read"},
                                                 {"get_internal_docs", "Read"},
                                                 {"list_directory", "LS"},
                                                 {"glob", "Glob"},
                                                 {"grep_search", "Grep"},
                                                 {"search_file_content", "Grep"},
                                                 {"web_fetch", "WebFetch"},
                                                 {"google_web_search", "WebSearch"},
                                                 {"invoke_agent", "Agent"},
                                                 {"complete_task", "TaskUpdate"},
                                                 {"activate_skill", "Skill"},
                                                 {"ask_user", "AskUserQuestion"},
                                                 {"enter_plan_mode", "EnterPlanMode"},
                                                 {"exit_plan_mode", "ExitPlanMode"},
                                                 {"list_mcp_resources", "ListMcpResourcesTool"},
                                                 {"read_mcp_resource", "ReadMcpResourceTool"},
                                                 {"update_topic", "TodoWrite"},
                                                 {"write_todos", "TodoWrite"},
                                                 {"tracker_create_task", "TaskCreate"},
                                                 {"tracker_update_task", "TaskUpdate"},
                                                 {"tracker_add_dependency", "TaskUpdate"},
                                                 {"tracker_get_task", "TaskGet"},
                                                 {"tracker_list_tasks", "TaskList"},
                                                 {"tracker_visualize", "TaskList"}});

// Only what the host itself says of the server counts: "mcp_a_b_c" may be tool "b_c" of "a", or "c"
// of "a_b".
std::string tool_of(const Payload& payload) {
  const std::string_view server = payload.text("mcp_context.server_name");
  const std::string_view tool = payload.text("mcp_context.tool_name");
  if (!server.empty() && !tool.empty()) return server_tool(server, tool);
  return tool_in(kTools, payload.text("tool_name"));
}

constexpr NameMending kMending{.drops_at_sign = true, .takes_urls = true, .decodes_percents = true};

// A file that is to be changed and is not where its relative name says. Gemini CLI looks through
// the workspace then, and changes the one file whose path ends with that name.
bool is_another_file(const Payload& payload, const model::HostEvent& event, os::FileSystem& files) {
  if (event.call.tool != "Edit" || !payload.has_text("tool_input.old_string")) return false;
  const os::Path file(payload.text("tool_input.file_path"));
  return !file.empty() && file.is_relative() && !files.exists(os::Path(event.folder) / file);
}

bool takes_context(EventKind kind) {
  return kind == EventKind::session_start || kind == EventKind::prompt ||
         kind == EventKind::after_tool;
}

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system) {
  // Its own tool that takes hooks over from Claude Code keeps the commands, and in them the names.
  const bool is_own = kind_in(kEvents, event_name) != EventKind::other;
  model::HostEvent event =
      new_event(kHostName, is_own ? event_name : "", payload.text("hook_event_name"));
  if (event.name.empty()) event.name = event_name;
  event.kind = kind_in(kEvents, event.name);
  event.takes_context = takes_context(event.kind);
  claude_code::take_members(payload, event);
  event.call.tool = tool_of(payload);
  if (event.call.tool == "Skill") event.call.skill = payload.text("tool_input.name");
  take_targets(payload, {"tool_input.absolute_path"}, event.call);
  take_mended_names(kMending, event.call);
  if (event.kind == EventKind::turn_end) event.text = payload.text("prompt_response");
  event.project_folder = system.environment.text("GEMINI_PROJECT_DIR");
  if (event.kind == EventKind::before_tool && is_another_file(payload, event, system.files)) {
    event.problem = "there is no such file, and another one could be meant: name its whole path";
  }
  take_command_folder(payload, {"tool_input.dir_path", "tool_input.directory"}, event);
  if (event.host_id.empty()) event.host_id = system.environment.text("GEMINI_SESSION_ID");
  const std::string_view error = payload.text("tool_response.error");
  if (event.kind == EventKind::after_tool && !error.empty()) {
    event.kind = EventKind::tool_failed;
    event.reason = error;
  }
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  Json answer = Json::object();
  if (is_denied(reply)) {
    answer = {{"decision", "deny"}, {"reason", denial_of(reply)}};
  } else if (event.kind == EventKind::turn_end && !reply.hold.empty()) {
    answer = {{"decision", "deny"}, {"reason", reply.hold}};
  } else if (!reply.context.empty() && event.takes_context) {
    answer["hookSpecificOutput"] = {{"hookEventName", event.name},
                                    {"additionalContext", context_of(reply)}};
  }
  const std::string word = word_for_person(reply);
  if (!word.empty()) answer["systemMessage"] = word;
  return as_json(answer, reply);
}

}  // namespace host::gemini
