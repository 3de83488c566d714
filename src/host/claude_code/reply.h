// What Claude Code reads on a hook's standard output, from the engine's reply.
#pragma once
#include "host/adapter.h"
#include "model/host_event.h"

namespace host::claude_code {

// Whether the model gets to see additionalContext of such an event.
bool takes_context(model::EventKind kind);

// An allowed call prints nothing, or additionalContext alone: a word of permission would skip the
// user's own permission prompt.
HookOutput format_reply(const model::HostEvent& event, const model::HostReply& reply);

}  // namespace host::claude_code
