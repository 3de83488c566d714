#include "host/copilot/adapter.h"

#include <array>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "host/answer.h"
#include "host/claude_code/event.h"
#include "host/claude_code/reply.h"
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

constexpr std::array<ToolName, 12> kTools{{{"bash", "Bash"},
                                           {"create", "Write"},
                                           {"edit", "Edit"},
                                           {"str_replace_editor", "Edit"},
                                           {"apply_patch", "Edit"},
                                           {"view", "Read"},
                                           {"grep", "Grep"},
                                           {"rg", "Grep"},
                                           {"glob", "Glob"},
                                           {"web_fetch", "WebFetch"},
                                           {"web_search", "WebSearch"},
                                           {"task", "Agent"}}};

// "notes-save_note" before a call, "notes/save_note" where the user is asked: a server and its
// tool.
std::string tool_of(std::string_view name) {
  std::string known = tool_in(kTools, name);
  if (known != name) return known;
  std::size_t split = name.find('/');
  if (split == std::string_view::npos) split = name.rfind('-');
  if (split == std::string_view::npos || split == 0 || split + 1 == name.size()) return known;
  return server_tool(name.substr(0, split), name.substr(split + 1));
}

void take_native_members(Payload& payload, model::HostEvent& event) {
  event.host_id = payload.text("sessionId");
  event.folder = payload.text("cwd");
  event.agent_id = payload.text("agentId");
  event.agent_type = payload.text("agentType");
  event.transcript = payload.text("transcriptPath");
  event.source = payload.text("source");
  event.reason = payload.has_text("error") ? payload.text("error") : payload.text("reason");
  event.text = payload.has_text("prompt") ? payload.text("prompt") : payload.text("response");
  event.was_held = payload.flag("stop_hook_active");
  event.call.tool = payload.text("toolName");
  // Older clients gave the input as a text.
  if (payload.has_text("toolArgs")) payload.read_nested(payload.text("toolArgs"), "toolArgs");
  event.call.command = payload.has_text("toolArgs.command") ? payload.text("toolArgs.command")
                                                            : payload.text("toolInput.command");
  event.call.skill = payload.text("toolArgs.skill");
  take_targets(payload, {"toolArgs.path", "toolInput.file_path"}, event.call);
  if (event.call.tool == "apply_patch") {
    const bool has_input = payload.has_text("toolArgs.input");
    take_patch(has_input ? payload.text("toolArgs.input") : payload.text("toolArgs.patch"),
               event.call);
  }
}

// A subagent's events come under an id of its own; they belong to the conversation that started it.
void find_conversation(const Payload& payload, model::HostEvent& event) {
  const std::string_view parent = payload.has_text("parentAgentId")
                                      ? payload.text("parentAgentId")
                                      : payload.text("parent_agent_id");
  if (parent.empty() || event.agent_id != event.host_id) return;
  event.host_id = parent;
  // The conversation hears of the end by an event of its own.
  if (event.kind == EventKind::turn_end) event.kind = EventKind::other;
}

bool is_native(std::string_view event_name) {
  return !event_name.empty() && event_name.front() >= 'a' && event_name.front() <= 'z';
}

// What it is told at a prompt is dropped.
bool takes_context(EventKind kind) {
  return kind == EventKind::session_start || kind == EventKind::after_tool ||
         kind == EventKind::agent_start;
}

Json native_answer(const model::HostEvent& event, const model::HostReply& reply) {
  Json answer = Json::object();
  if (is_denied(reply) && event.kind == EventKind::permission_request) {
    answer = {{"behavior", "deny"}, {"message", denial_of(reply)}};
  } else if (is_denied(reply)) {
    answer = {{"permissionDecision", "deny"}, {"permissionDecisionReason", denial_of(reply)}};
  } else if (!reply.hold.empty()) {
    answer = {{"decision", "block"}, {"reason", reply.hold}};
  } else if (!reply.context.empty() && event.takes_context) {
    answer["additionalContext"] = context_of(reply);
  }
  return answer;
}

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System&) {
  model::HostEvent event = new_event(kHostName, event_name, payload.text("hook_event_name"));
  // Some events come in its own form whatever they were asked for by.
  const bool is_own_form = payload.has_text("sessionId");
  event.kind =
      is_native(event.name) ? kind_in(kEvents, event.name) : claude_code::kind_of(event.name);
  event.takes_context = takes_context(event.kind);
  if (is_own_form) {
    take_native_members(payload, event);
  } else {
    claude_code::take_members(payload, event);
    take_targets(payload, {"tool_input.path"}, event.call);
  }
  take_memories(payload, event.call);
  event.call.tool = tool_of(event.call.tool);
  find_conversation(payload, event);
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  if (!is_native(event.name)) return claude_code::format_reply(event, reply);
  return as_json(native_answer(event, reply), reply);
}

}  // namespace host::copilot
