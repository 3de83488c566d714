// What adapters share: looking names up, and taking a tool's input out of a payload.
#pragma once
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "host/payload.h"
#include "model/host_event.h"
#include "os/environment.h"

namespace host {

struct EventName {
  std::string_view name;
  model::EventKind kind;
};
// EventKind::other where the list does not have it.
model::EventKind kind_in(std::span<const EventName> names, std::string_view name);

// Whether a host that knows Claude Code's names too means one of its own: "preToolUse".
bool is_camel_case(std::string_view event_name);

// A host's tool and the name by which requirement files and the gate know it: Claude Code's.
struct ToolName {
  std::string_view theirs;
  std::string_view ours;
};
// The name itself where the list does not have it.
std::string tool_in(std::span<const ToolName> names, std::string_view tool);
// "mcp__server__tool".
std::string server_tool(std::string_view server, std::string_view tool);

// An event of `host` by that name. The payload's own name counts only where there is none.
model::HostEvent new_event(std::string_view host, std::string_view name,
                           std::string_view payload_name);

// What each place tells is a file that the call is about; one that several tell counts once.
void take_targets(const Payload& payload, std::initializer_list<Place> places,
                  model::ToolCall& call);
// A shell command may run in another folder than the agent's, and mean other files by their names.
void take_command_folder(const Payload& payload, std::initializer_list<Place> places,
                         model::HostEvent& event);
// The names by which memory servers' tools are told their memories.
void take_memories(const Payload& payload, model::ToolCall& call);
// The files of a patch ("*** Update File: a.txt") become the call's targets, and the tool is Write
// where it only adds files, else Edit.
void take_patch(std::string_view patch, model::ToolCall& call);

// The same for a patch that stands in any of the places where some host has one, whatever other
// file the call names.
void take_hidden_patch(const Payload& payload, model::ToolCall& call);

// The files among the arguments of a server's tool, and of tools that look at files; of a server's
// tool all arguments too, since a configuration may know more of them.
void take_file_arguments(const Payload& payload, model::ToolCall& call);

// A duration as hosts tell it; nothing where no call can have taken so long.
std::optional<std::int64_t> duration_of(const Payload& payload, Place place);

}  // namespace host
