// What Claude Code says on a hook's standard input, in the engine's words. Together with reply.h
// the only place that knows this host's wording.
#pragma once
#include <string_view>

#include "model/host_event.h"
#include "os/stdio.h"
#include "os/system.h"

namespace host::claude_code {

inline constexpr std::string_view kHostName = "claude-code";

// Never fails. What was read before the input broke off is filled in and `readable` is false, so
// that a call whose tool is known can still be judged. `event_name` is the command's argument; the
// payload's own name is believed only where there is none.
model::HostEvent parse_event(std::string_view event_name, const os::Input& input,
                             os::System system);

}  // namespace host::claude_code
