// Gemini CLI: names of its own for events and tools, members like Claude Code's. It reads standard
// output before the exit code.
#pragma once
#include "host/adapter.h"

namespace host::gemini {

inline constexpr std::string_view kHostName = "gemini";

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system);
HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply);

inline constexpr Adapter kAdapter{kHostName, event_of, output_of};

}  // namespace host::gemini
