#include "host/claude_code/event.h"

#include <array>
#include <utility>

#include "base/text.h"
#include "host/claude_code/attendance.h"
#include "host/claude_code/lineage.h"
#include "host/claude_code/reply.h"
#include "host/reading.h"

namespace host::claude_code {
namespace {

using model::EventKind;

constexpr std::array<EventName, 12> kEvents{{{"SessionStart", EventKind::session_start},
                                             {"UserPromptSubmit", EventKind::prompt},
                                             {"PreToolUse", EventKind::before_tool},
                                             {"PermissionRequest", EventKind::permission_request},
                                             {"PostToolUse", EventKind::after_tool},
                                             {"PostToolUseFailure", EventKind::tool_failed},
                                             {"SubagentStart", EventKind::agent_start},
                                             {"SubagentStop", EventKind::agent_stop},
                                             {"Stop", EventKind::turn_end},
                                             {"PreCompact", EventKind::before_compaction},
                                             {"PostCompact", EventKind::after_compaction},
                                             {"SessionEnd", EventKind::session_end}}};

void take_environment(model::HostEvent& event, os::Environment& environment) {
  event.project_folder = environment.text("CLAUDE_PROJECT_DIR");
  if (const auto pid = base::to_number(environment.text("CLAUDE_PID"))) {
    event.owner_pid = static_cast<std::int64_t>(*pid);
  }
  if (event.host_id.empty()) event.host_id = environment.text("CLAUDE_CODE_SESSION_ID");
}

}  // namespace

EventKind kind_of(std::string_view event_name) { return kind_in(kEvents, event_name); }

void take_members(const Payload& payload, model::HostEvent& event) {
  const auto first_of = [&](Place one, Place other) {
    return std::string(payload.has_text(one) ? payload.text(one) : payload.text(other));
  };
  event.host_id = payload.text("session_id");
  event.folder = payload.text("cwd");
  event.agent_id = payload.text("agent_id");
  event.agent_type = payload.text("agent_type");
  event.transcript = payload.text("transcript_path");
  event.source = payload.text("source");
  event.reason = first_of("error", "reason");
  event.text = first_of("prompt", "last_assistant_message");
  event.was_held = payload.flag("stop_hook_active");
  event.duration_ms = duration_of(payload, "duration_ms");
  event.call.tool = payload.text("tool_name");
  event.call.id = payload.text("tool_use_id");
  event.call.command = payload.text("tool_input.command");
  event.call.skill = payload.text("tool_input.skill");
  take_targets(payload, {"tool_input.file_path", "tool_input.notebook_path"}, event.call);
  take_memories(payload, event.call);
}

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system) {
  model::HostEvent event = new_event(kHostName, event_name, payload.text("hook_event_name"));
  event.kind = kind_of(event.name);
  event.takes_context = takes_context(event.kind);
  event.asks_about_all = true;
  take_members(payload, event);
  // Clients of 2025 named the skill as a command.
  if (event.call.tool == "Skill" && event.call.skill.empty()) {
    std::swap(event.call.skill, event.call.command);
  }
  take_environment(event, system.environment);
  if (event.source == "fork" && event.owner_pid > 0) {
    const auto client = system.processes.info(event.owner_pid);
    if (client.ok()) event.parent_host_id = resumed_conversation(client->command_line);
  }
  event.can_ask_person = can_ask_person(event, payload.text("permission_mode"), system) &&
                         is_started_by_client(event, system.processes);
  return event;
}

}  // namespace host::claude_code
