// Cursor: camelCase names of events, snake_case members, answers of its own.
#pragma once
#include "host/adapter.h"

namespace host::cursor {

inline constexpr std::string_view kHostName = "cursor";

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system);
HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply);

inline constexpr Adapter kAdapter{kHostName, event_of, output_of};

}  // namespace host::cursor
