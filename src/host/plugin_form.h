// The small form that our own plugins speak with us, in hosts that know no command hooks. Members
// as Claude Code's; an answer is at most `deny`, `context` and `hold`.
#pragma once
#include <span>
#include <string_view>

#include "host/adapter.h"
#include "host/reading.h"

namespace host {

struct PluginHost {
  std::string_view name;
  std::span<const ToolName> tools;
  // Where the input of a tool that takes a patch has it.
  std::string_view patch_tool;
};

model::HostEvent plugin_event(const PluginHost& host, std::string_view event_name,
                              const Payload& payload);
HookOutput plugin_output(const model::HostEvent& event, const model::HostReply& reply);

}  // namespace host
