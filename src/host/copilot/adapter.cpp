#include "host/copilot/adapter.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "host/answer.h"
#include "host/claude_code/event.h"
#include "host/copilot/server_names.h"
#include "host/reading.h"

namespace host::copilot {
namespace {

using base::Json;
using model::EventKind;

constexpr std::array<EventName, 11> kEvents{{{"sessionStart", EventKind::session_start},
                                             {"userPromptSubmitted", EventKind::prompt},
                                             {"preToolUse", EventKind::before_tool},
                                             {"permissionRequest", EventKind::permission_request},
                                             {"postToolUse", EventKind::after_tool},
                                             {"postToolUseFailure", EventKind::tool_failed},
                                             {"subagentStart", EventKind::agent_start},
                                             {"subagentStop", EventKind::agent_stop},
                                             {"agentStop", EventKind::turn_end},
                                             {"preCompact", EventKind::before_compaction},
                                             {"sessionEnd", EventKind::session_end}}};

// `sql` reaches the list of things to do and nothing beside it: the client refuses ATTACH and
// VACUUM INTO.
constexpr auto kTools = std::to_array<ToolName>({{"bash", "Bash"},
                                                 {"powershell", "Bash"},
                                                 {"write_bash", "Bash"},
                                                 {"write_powershell", "Bash"},
                                                 {"read_bash", "BashOutput"},
                                                 {"read_powershell", "BashOutput"},
                                                 {"list_bash", "BashOutput"},
                                                 {"list_powershell", "BashOutput"},
                                                 {"stop_bash", "TaskStop"},
                                                 {"stop_powershell", "TaskStop"},
                                                 {"create", "Write"},
                                                 {"edit", "Edit"},
                                                 {"str_replace_editor", "Edit"},
                                                 {"apply_patch", "Edit"},
                                                 {"view", "Read"},
                                                 {"fetch_copilot_cli_documentation", "Read"},
                                                 {"session_store_sql", "Read"},
                                                 {"grep", "Grep"},
                                                 {"rg", "Grep"},
                                                 {"glob", "Glob"},
                                                 {"lsp", "LSP"},
                                                 {"web_fetch", "WebFetch"},
                                                 {"web_search", "WebSearch"},
                                                 {"task", "Agent"},
                                                 {"read_agent", "TaskOutput"},
                                                 {"list_agents", "TaskList"},
                                                 {"task_complete", "TaskUpdate"},
                                                 {"sql", "TodoWrite"},
                                                 {"update_todo", "TodoWrite"},
                                                 {"report_intent", "TodoWrite"},
                                                 {"skill", "Skill"},
                                                 {"ask_user", "AskUserQuestion"},
                                                 {"exit_plan_mode", "ExitPlanMode"},
                                                 {"tool_search_tool", "ToolSearch"}});

// "notes-save_note" before a call, "notes/save_note" where the user is asked: a server and its
// tool.
std::string tool_of(std::string_view name, const model::HostEvent& event, os::System& system) {
  std::string known = tool_in(kTools, name);
  if (known != name) return known;
  std::size_t split = name.find('/');
  if (split == std::string_view::npos) {
    split = server_end(name, {event.project_folder, event.folder}, system);
  }
  if (split == std::string_view::npos || split == 0 || split + 1 == name.size()) return known;
  return server_tool(name.substr(0, split), name.substr(split + 1));
}

// `write_bash` types into a shell that runs already.
void take_typed(const Payload& payload, Place input, model::ToolCall& call) {
  if (call.tool.starts_with("write_")) call.command = payload.text(input);
}

void take_native_members(Payload& payload, model::HostEvent& event) {
  event.host_id = payload.text("sessionId");
  event.folder = payload.text("cwd");
  // In the other form one event keeps its own, but for these two.
  event.agent_id = payload.has_text("agentId") ? payload.text("agentId") : payload.text("agent_id");
  event.agent_type =
      payload.has_text("agentType") ? payload.text("agentType") : payload.text("agent_type");
  event.transcript = payload.text("transcriptPath");
  event.source = payload.text("source");
  event.reason = payload.has_text("error") ? payload.text("error") : payload.text("reason");
  event.text = payload.has_text("prompt") ? payload.text("prompt") : payload.text("response");
  event.was_held = payload.flag("stop_hook_active");
  event.call.tool = payload.text("toolName");
  // Older clients gave the input as a text.
  if (base::trim(payload.text("toolArgs")).starts_with('{')) {
    payload.read_nested(payload.text("toolArgs"), "toolArgs");
  }
  event.call.command = payload.has_text("toolArgs.command") ? payload.text("toolArgs.command")
                                                            : payload.text("toolInput.command");
  take_typed(payload, "toolArgs.input", event.call);
  event.call.skill = payload.text("toolArgs.skill");
  take_targets(payload, {"toolArgs.path", "toolInput.file_path"}, event.call);
}

// The one input that is no object is a patch.
void take_patch_input(const Payload& payload, model::ToolCall& call) {
  constexpr std::string_view kBegin = "*** Begin Patch";
  for (const Place place : {Place("toolArgs"), Place("tool_input")}) {
    const std::string_view text = base::trim(payload.text(place));
    if (text.starts_with(kBegin)) take_patch(text, call);
  }
}

// The one question to a language server that writes: into the file that it names, and into every
// other that has the name.
void take_rename(const Payload& payload, model::ToolCall& call) {
  if (payload.text("toolArgs.operation") != "rename" &&
      payload.text("tool_input.operation") != "rename") {
    return;
  }
  call.tool = "Edit";
  take_targets(payload, {"toolArgs.file", "tool_input.file"}, call);
}

// ".../session-state/<conversation>/events.jsonl", also where an agent of an agent tells it.
std::string conversation_of(const std::string& transcript) {
  const os::Path folder = os::Path(transcript).parent_path();
  return folder.parent_path().filename() == "session-state" ? folder.filename().native() : "";
}

// An agent's events come under an id of its own, or under one that nobody else knows where an agent
// of an agent starts and stops. Those with a transcript tell the conversation by it, the others
// only who started the agent, which may be another agent: the engine knows from its start.
void find_conversation(const Payload& payload, model::HostEvent& event) {
  const std::string_view parent = payload.has_text("parentAgentId")
                                      ? payload.text("parentAgentId")
                                      : payload.text("parent_agent_id");
  if (parent.empty() || event.agent_id.empty()) return;
  const bool is_inside = event.agent_id == event.host_id;
  event.parent_host_id = parent;
  if (const std::string conversation = conversation_of(event.transcript); !conversation.empty()) {
    event.host_id = conversation;
  } else if (is_inside) {
    event.host_id = parent;
  }
  // The conversation hears of the end by an event of its own.
  if (is_inside && event.kind == EventKind::turn_end) event.kind = EventKind::other;
}

bool takes_context(EventKind kind) {
  return kind == EventKind::session_start || kind == EventKind::prompt ||
         kind == EventKind::before_tool || kind == EventKind::after_tool ||
         kind == EventKind::tool_failed;
}

// One for both forms: of Claude Code's it takes the denial alone.
Json answer_of(const model::HostEvent& event, const model::HostReply& reply) {
  Json answer = Json::object();
  if (is_denied(reply) && event.kind == EventKind::permission_request) {
    answer = {{"behavior", "deny"}, {"message", denial_of(reply)}};
  } else if (is_denied(reply)) {
    answer = {{"permissionDecision", "deny"}, {"permissionDecisionReason", denial_of(reply)}};
  } else if (event.kind == EventKind::turn_end && !reply.hold.empty()) {
    answer = {{"decision", "block"}, {"reason", reply.hold}};
  } else if (!reply.context.empty() && event.takes_context) {
    answer["additionalContext"] = context_of(reply);
  }
  return answer;
}

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system) {
  model::HostEvent event = new_event(kHostName, event_name, payload.text("hook_event_name"));
  // Some events come in its own form whatever they were asked for by.
  const bool is_own_form = payload.has_text("sessionId");
  event.kind =
      is_camel_case(event.name) ? kind_in(kEvents, event.name) : claude_code::kind_of(event.name);
  event.takes_context = takes_context(event.kind);
  if (is_own_form) {
    take_native_members(payload, event);
  } else {
    claude_code::take_members(payload, event);
    take_targets(payload, {"tool_input.path"}, event.call);
    take_typed(payload, "tool_input.input", event.call);
  }
  take_memories(payload, event.call);
  event.project_folder = system.environment.text("COPILOT_PROJECT_DIR");
  event.call.tool = tool_of(event.call.tool, event, system);
  if (event.call.tool == "LSP") take_rename(payload, event.call);
  take_patch_input(payload, event.call);
  if (event.source == "new") event.source = "startup";
  find_conversation(payload, event);
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  return as_json(answer_of(event, reply), reply);
}

}  // namespace host::copilot
