// Codex took Claude Code's hooks over, names, members and answers; unlike Claude Code it drops the
// whole answer at a member that it does not know, so nothing may be added to that form.
#pragma once
#include "host/adapter.h"

namespace host::codex {

inline constexpr std::string_view kHostName = "codex";

model::HostEvent event_of(std::string_view event_name, Payload& payload, os::System& system);
HookOutput output_of(const model::HostEvent& event, const model::HostReply& reply);

inline constexpr Adapter kAdapter{kHostName, event_of, output_of};

}  // namespace host::codex
