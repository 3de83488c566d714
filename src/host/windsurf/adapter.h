// Windsurf: an action and what it is about. All it takes for an answer is the exit code, and only
// before an action.
#pragma once
#include "host/adapter.h"

namespace host::windsurf {

inline constexpr std::string_view kHostName = "windsurf";

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system);
HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply);

inline constexpr Adapter kAdapter{kHostName, event_of, output_of};

}  // namespace host::windsurf
