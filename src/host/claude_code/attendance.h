// Whether a person sits at Claude Code and answers its questions. The client asks them whatever its
// permission mode is, and refuses where nobody sits there (`-p`).
#pragma once
#include "model/host_event.h"
#include "os/system.h"

namespace host::claude_code {

// Looks at the disk only for calls that may lead to such a question: a command that may be one of
// ours, or a plan that is put to the person. False also where somebody's PermissionRequest hook
// would answer in the person's place.
bool can_ask_person(const model::HostEvent& event, std::string_view permission_mode,
                    os::System& system);

// Whether this process was started by the client itself, as its hooks are, and not by a command
// that the client runs for its agent.
bool is_started_by_client(const model::HostEvent& event, os::Processes& processes);

}  // namespace host::claude_code
