#include "host/cline/adapter.h"

#include <array>
#include <nlohmann/json.hpp>

#include "host/answer.h"
#include "host/cline/commands.h"
#include "host/reading.h"

namespace host::cline {
namespace {

using base::Json;
using model::EventKind;

constexpr std::array<EventName, 17> kEvents{{{"TaskStart", EventKind::session_start},
                                             {"agent_start", EventKind::session_start},
                                             {"TaskResume", EventKind::session_start},
                                             {"agent_resume", EventKind::session_start},
                                             {"UserPromptSubmit", EventKind::prompt},
                                             {"prompt_submit", EventKind::prompt},
                                             {"PreToolUse", EventKind::before_tool},
                                             {"tool_call", EventKind::before_tool},
                                             {"PostToolUse", EventKind::after_tool},
                                             {"tool_result", EventKind::after_tool},
                                             {"PreCompact", EventKind::before_compaction},
                                             {"TaskComplete", EventKind::turn_end},
                                             {"agent_end", EventKind::turn_end},
                                             {"TaskCancel", EventKind::session_end},
                                             {"agent_abort", EventKind::turn_end},
                                             {"SessionShutdown", EventKind::session_end},
                                             {"session_shutdown", EventKind::session_end}}};

constexpr auto kTools = std::to_array<ToolName>({{"execute_command", "Bash"},
                                                 {"run_commands", "Bash"},
                                                 {"write_to_file", "Write"},
                                                 {"new_file", "Write"},
                                                 {"new_rule", "Write"},
                                                 {"replace_in_file", "Edit"},
                                                 {"editor", "Edit"},
                                                 {"read_file", "Read"},
                                                 {"read_files", "Read"},
                                                 {"search_files", "Grep"},
                                                 {"search_codebase", "Grep"},
                                                 {"list_code_definition_names", "Grep"},
                                                 {"list_files", "LS"},
                                                 {"web_fetch", "WebFetch"},
                                                 {"fetch_web_content", "WebFetch"},
                                                 {"web_search", "WebSearch"},
                                                 {"access_mcp_resource", "ReadMcpResourceTool"},
                                                 {"load_mcp_documentation", "Read"},
                                                 {"skills", "Skill"},
                                                 {"use_skill", "Skill"},
                                                 {"ask_question", "AskUserQuestion"},
                                                 {"ask_followup_question", "AskUserQuestion"},
                                                 {"plan_mode_respond", "AskUserQuestion"},
                                                 {"switch_to_act_mode", "ExitPlanMode"},
                                                 {"focus_chain", "TodoWrite"},
                                                 {"new_task", "TaskCreate"},
                                                 {"act_mode_respond", "TaskUpdate"},
                                                 {"attempt_completion", "TaskUpdate"},
                                                 {"condense", "TaskUpdate"},
                                                 {"submit_and_exit", "TaskUpdate"},
                                                 {"summarize_task", "TaskUpdate"},
                                                 {"spawn_agent", "Agent"},
                                                 {"use_subagents", "Agent"},
                                                 {"team_spawn_teammate", "Agent"},
                                                 {"team_run_task", "Agent"},
                                                 {"team_task", "TaskUpdate"},
                                                 {"team_status", "TaskList"},
                                                 {"team_list_runs", "TaskList"},
                                                 {"team_list_outcomes", "TaskList"},
                                                 {"team_await_runs", "TaskOutput"},
                                                 {"team_read_mailbox", "TaskOutput"},
                                                 {"team_cancel_run", "TaskStop"},
                                                 {"team_shutdown_teammate", "TaskStop"}});

// Where one of the two events about a call tells what.
struct CallPlaces {
  const char* section;
  const char* own_section;  // Of the program without an editor.
  Place name;
  Place older_name;
  Place own_name;
  Place id;
  std::array<Place, 3> paths;
  std::array<Place, 2> patches;
  std::array<Place, 3> skills;
  Place command;
  Place server;
  Place server_tool;
};
constexpr CallPlaces kBefore{
    "preToolUse",
    "tool_call",
    "preToolUse.toolName",
    "preToolUse.tool",
    "tool_call.name",
    "tool_call.id",
    {"preToolUse.parameters.absolutePath", "preToolUse.parameters.path", "tool_call.input.path"},
    {"preToolUse.parameters.input", "tool_call.input.input"},
    {"preToolUse.parameters.skill", "preToolUse.parameters.skill_name", "tool_call.input.skill"},
    "preToolUse.parameters.command",
    "preToolUse.parameters.server_name",
    "preToolUse.parameters.tool_name"};
constexpr CallPlaces kAfter{"postToolUse",
                            "tool_result",
                            "postToolUse.toolName",
                            "postToolUse.tool",
                            "tool_result.name",
                            "tool_result.id",
                            {"postToolUse.parameters.absolutePath", "postToolUse.parameters.path",
                             "tool_result.input.path"},
                            {"postToolUse.parameters.input", "tool_result.input.input"},
                            {"postToolUse.parameters.skill", "postToolUse.parameters.skill_name",
                             "tool_result.input.skill"},
                            "postToolUse.parameters.command",
                            "postToolUse.parameters.server_name",
                            "postToolUse.parameters.tool_name"};

std::string_view name_of(const Payload& payload, const CallPlaces& places) {
  for (const Place place : {places.own_name, places.name, places.older_name}) {
    if (payload.has_text(place)) return payload.text(place);
  }
  return {};
}

// "notes__save_note" is a server's, whatever a server calls its tool.
std::string tool_of(const Payload& payload, const CallPlaces& places) {
  const std::string_view name = name_of(payload, places);
  if (name == "use_mcp_tool") {
    return server_tool(payload.text(places.server), payload.text(places.server_tool));
  }
  const std::size_t split = name.find("__");
  if (split != std::string_view::npos) {
    return server_tool(name.substr(0, split), name.substr(split + 2));
  }
  return tool_in(kTools, name);
}

// The one input that is read as a tree: what it may be made of has no places.
std::string command_of(const Payload& payload, const CallPlaces& places) {
  const auto document = base::parse_json(payload.bytes());
  if (!document.ok()) return {};
  const auto input_in = [&](const char* section, const char* member) -> const Json* {
    const auto found = document->find(section);
    const bool is_there = found != document->end() && found->is_object() && found->contains(member);
    return is_there ? &(*found)[member] : nullptr;
  };
  if (const Json* const input = input_in(places.own_section, "input")) {
    return script_of(*input, InputForm::as_it_is).value_or("");
  }
  const Json* const texts = input_in(places.section, "parameters");
  return texts == nullptr ? "" : script_of(*texts, InputForm::as_texts).value_or("");
}

void take_call(const Payload& payload, const CallPlaces& places, model::ToolCall& call) {
  call.tool = tool_of(payload, places);
  call.id = payload.text(places.id);
  for (const Place place : places.paths) take_targets(payload, {place}, call);
  if (call.tool == "Bash") call.command = command_of(payload, places);
  // The extension's end of a task can show its result by a command. One that cannot be read is one
  // all the same.
  if (name_of(payload, places) == "attempt_completion" && !payload.text(places.command).empty()) {
    call.tool = "Bash";
    call.command = command_of(payload, places);
  }
  if (call.tool == "Skill") {
    for (const Place place : places.skills) {
      if (payload.has_text(place)) call.skill = payload.text(place);
    }
  }
  if (call.tool != "apply_patch") return;
  for (const Place place : places.patches) {
    if (payload.has_text(place)) return take_patch(payload.text(place), call);
  }
  call.tool = "Edit";
}

// A subagent is a conversation of its own to the host, under the root's id.
void find_conversation(const Payload& payload, model::HostEvent& event) {
  const std::string_view root = payload.text("sessionContext.rootSessionId");
  event.host_id = root.empty() ? payload.text("taskId") : root;
  if (!payload.has_text("parent_agent_id")) return;
  event.agent_id = payload.text("agent_id");
  if (event.kind == EventKind::session_start) event.kind = EventKind::agent_start;
  if (event.kind == EventKind::turn_end) event.kind = EventKind::agent_stop;
  if (event.kind == EventKind::session_end) event.kind = EventKind::other;
}

// The command line works in the folder that it was started in, as its hooks are, and calls the
// whole repository its workspace.
void find_folder(const Payload& payload, os::System& system, model::HostEvent& event) {
  const auto roots = payload.texts("workspaceRoots[]");
  if (!roots.empty()) event.folder = roots.front();
  const std::string started_in = system.environment.current_folder().native();
  if (!payload.has_text("sessionContext.rootSessionId") || started_in.empty()) return;
  event.project_folder = event.folder;
  event.folder = started_in;
}

// The answers of others are thrown away.
bool takes_context(EventKind kind) {
  return kind == EventKind::before_tool || kind == EventKind::after_tool;
}

}  // namespace

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system) {
  model::HostEvent event = new_event(kHostName, event_name, payload.text("hookName"));
  event.kind = kind_in(kEvents, event.name);
  // The command line tells the end of the session besides; to the extension a task is all there is.
  if (payload.text("hookName") == "agent_abort") event.kind = EventKind::turn_end;
  find_conversation(payload, event);
  event.takes_context = takes_context(event.kind);
  find_folder(payload, system, event);
  if (event.kind == EventKind::session_start) {
    const bool resumes = event.name == "TaskResume" || event.name == "agent_resume";
    event.source = resumes ? "resume" : "startup";
  }
  if (event.kind == EventKind::prompt) event.text = payload.text("userPromptSubmit.prompt");
  const bool ends = event.kind == EventKind::turn_end || event.kind == EventKind::agent_stop;
  if (ends) event.text = payload.text("turn.outputText");
  if (event.kind == EventKind::before_tool) {
    take_call(payload, kBefore, event.call);
    // The extension's older tool has the arguments as a text.
    if (payload.text("preToolUse.parameters.arguments").starts_with('{')) {
      payload.read_nested(payload.text("preToolUse.parameters.arguments"), "preToolUse.parameters");
    }
    take_memories(payload, event.call);
  }
  if (event.kind == EventKind::after_tool) {
    take_call(payload, kAfter, event.call);
    event.duration_ms = duration_of(payload, "postToolUse.executionTimeMs");
  }
  return event;
}

HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply) {
  Json answer = Json::object();
  if (is_denied(reply)) {
    answer = {{"cancel", true}, {"errorMessage", denial_of(reply)}};
  } else if (!reply.context.empty() && event.takes_context) {
    answer = {{"cancel", false}, {"contextModification", context_of(reply)}};
  }
  return as_json(answer, reply);
}

}  // namespace host::cline
