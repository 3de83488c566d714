// Copilot CLI: its own form by camelCase names of events, Claude Code's by PascalCase names, which
// is also what it runs hooks of .claude/settings.json with.
#pragma once
#include "host/adapter.h"

namespace host::copilot {

inline constexpr std::string_view kHostName = "copilot";

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system);
HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply);

inline constexpr Adapter kAdapter{kHostName, event_of, output_of};

}  // namespace host::copilot
