#include "host/reading.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "host/mended_names.h"
#include "model/file_tool.h"

namespace host {

using model::EventKind;

EventKind kind_in(std::span<const EventName> names, std::string_view name) {
  for (const EventName& known : names) {
    if (known.name == name) return known.kind;
  }
  return EventKind::other;
}

bool is_camel_case(std::string_view event_name) {
  return !event_name.empty() && event_name.front() >= 'a' && event_name.front() <= 'z';
}

std::string tool_in(std::span<const ToolName> names, std::string_view tool) {
  for (const ToolName& known : names) {
    if (known.theirs == tool) return std::string(known.ours);
  }
  return std::string(tool);
}

std::string server_tool(std::string_view server, std::string_view tool) {
  return "mcp__" + std::string(server) + "__" + std::string(tool);
}

model::HostEvent new_event(std::string_view host, std::string_view name,
                           std::string_view payload_name) {
  model::HostEvent event;
  event.host = host;
  event.name = name.empty() ? payload_name : name;
  return event;
}

void take_targets(const Payload& payload, std::initializer_list<Place> places,
                  model::ToolCall& call) {
  for (const Place place : places) {
    for (const std::string_view target : payload.texts(place)) add_target(target, call);
  }
}

void take_command_folder(const Payload& payload, std::initializer_list<Place> places,
                         model::HostEvent& event) {
  if (event.call.tool != "Bash") return;
  for (const Place place : places) {
    if (!payload.has_text(place)) continue;
    const std::string agents = event.folder.empty() ? event.project_folder : event.folder;
    if (event.project_folder.empty()) event.project_folder = agents;
    event.folder = (os::Path(agents) / payload.text(place)).lexically_normal().native();
    return;
  }
}

void take_memories(const Payload& payload, model::ToolCall& call) {
  constexpr std::array<Place, 20> kNames{"tool_input.memory_name",
                                         "tool_input.memory_file_name",
                                         "tool_input.new_name",
                                         "tool_input.old_name",
                                         "toolArgs.memory_name",
                                         "toolArgs.memory_file_name",
                                         "toolArgs.new_name",
                                         "toolArgs.old_name",
                                         "tool_call.input.memory_name",
                                         "tool_call.input.memory_file_name",
                                         "tool_call.input.new_name",
                                         "tool_call.input.old_name",
                                         "preToolUse.parameters.memory_name",
                                         "preToolUse.parameters.memory_file_name",
                                         "preToolUse.parameters.new_name",
                                         "preToolUse.parameters.old_name",
                                         "tool_info.mcp_tool_arguments.memory_name",
                                         "tool_info.mcp_tool_arguments.memory_file_name",
                                         "tool_info.mcp_tool_arguments.new_name",
                                         "tool_info.mcp_tool_arguments.old_name"};
  for (const Place place : kNames) {
    for (const std::string_view name : payload.texts(place)) call.memories.emplace_back(name);
  }
}

void take_patch(std::string_view patch, model::ToolCall& call) {
  // OpenCode takes a name that follows without a blank.
  constexpr std::string_view kAdd = "*** Add File:";
  constexpr std::array<std::string_view, 4> kHeads{
      kAdd, "*** Update File:", "*** Delete File:", "*** Move to:"};
  bool only_adds = true;
  for (std::string_view line : base::split(patch, '\n')) {
    line = trim_blanks(line);
    for (const std::string_view head : kHeads) {
      if (!line.starts_with(head)) continue;
      // Not every host takes the same for a blank.
      add_target(base::trim(line.substr(head.size())), call);
      add_target(trim_blanks(line.substr(head.size())), call);
      only_adds = only_adds && head == kAdd;
    }
  }
  call.tool = only_adds && !call.targets.empty() ? "Write" : "Edit";
}

void take_hidden_patch(const Payload& payload, model::ToolCall& call) {
  constexpr std::array<Place, 10> kNames{
      "tool_input",     "tool_input.command", "tool_input.input",     "tool_input.patch",
      "toolArgs",       "toolArgs.input",     "tool_input.patchText", "tool_call.input",
      "toolArgs.patch", "tool_result.input"};
  for (const Place place : kNames) {
    const std::string_view text = payload.text(place);
    // A file beside a patch does not say what the patch is about.
    if (text.find("*** ") == std::string_view::npos) continue;
    model::ToolCall patched = call;
    take_patch(text, patched);
    if (patched.targets.size() > call.targets.size()) call = std::move(patched);
  }
}

void take_file_arguments(const Payload& payload, model::ToolCall& call) {
  constexpr std::array<std::string_view, 5> kLooking{"Read", "Grep", "Glob", "LS", "NotebookRead"};
  const bool is_server = call.tool.starts_with("mcp__");
  const bool looks = std::find(kLooking.begin(), kLooking.end(), call.tool) != kLooking.end();
  if (!is_server && !looks) return;
  std::vector<model::ToolArgument> arguments = payload.arguments();
  for (const model::ToolArgument& given : arguments) {
    if (!model::names_a_file(given.name)) continue;
    const bool is_elsewhere = given.text.find("://") != std::string::npos &&
                              !base::to_lower(given.text).starts_with("file:");
    if (!is_elsewhere) add_target(given.text, call);
  }
  if (!is_server) return;
  take_mended_names({.takes_urls = true}, call);
  call.arguments = std::move(arguments);
}

std::optional<std::int64_t> duration_of(const Payload& payload, Place place) {
  // A day is more than any call takes.
  constexpr std::uint64_t kLongestMs = 24ULL * 60 * 60 * 1000;
  const auto value = payload.whole_number(place);
  if (!value || *value > kLongestMs) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

}  // namespace host
