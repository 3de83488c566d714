// Cline. An event's own members stand in a section by the event's name; the program without an
// editor names events and tools otherwise and adds sections of its own.
#pragma once
#include "host/adapter.h"

namespace host::cline {

inline constexpr std::string_view kHostName = "cline";

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system);
HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply);

inline constexpr Adapter kAdapter{kHostName, event_of, output_of};

}  // namespace host::cline
