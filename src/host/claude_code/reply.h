// What Claude Code reads on a hook's standard output, from the engine's reply.
#pragma once
#include <string>

#include "model/host_event.h"

namespace host::claude_code {

struct HookOutput {
  std::string standard_output;  // The host's JSON, or nothing.
  std::string standard_error;   // For the person; or nothing.
};

// Whether the model gets to see additionalContext of such an event.
bool takes_context(model::EventKind kind);

// An allowed call prints nothing, or additionalContext alone: a word of permission would skip the
// user's own permission prompt.
HookOutput format_reply(const model::HostEvent& event, const model::HostReply& reply);

}  // namespace host::claude_code
