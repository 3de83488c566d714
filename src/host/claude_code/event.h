// What Claude Code says on a hook's standard input, in the engine's words. Together with reply.h
// the only place that knows this host's wording.
#pragma once
#include <string_view>

#include "host/payload.h"
#include "model/host_event.h"
#include "os/system.h"

namespace host::claude_code {

inline constexpr std::string_view kHostName = "claude-code";

// What its events mean, also for hosts that took the names over.
model::EventKind kind_of(std::string_view event_name);

// The members that hosts which took this form over have too: conversation, folder, tool and all
// that is said of them.
void take_members(const Payload& payload, model::HostEvent& event);

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system);

}  // namespace host::claude_code
