// OpenClaw, by our plugin in it (plugin/openclaw).
#pragma once
#include "host/adapter.h"

namespace host::openclaw {

inline constexpr std::string_view kHostName = "openclaw";

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system);
HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply);

inline constexpr Adapter kAdapter{kHostName, event_of, output_of};

}  // namespace host::openclaw
