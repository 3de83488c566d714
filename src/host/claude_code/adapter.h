#pragma once
#include "host/adapter.h"
#include "host/claude_code/event.h"
#include "host/claude_code/reply.h"

namespace host::claude_code {

inline constexpr Adapter kAdapter{kHostName, event_of, format_reply};

}  // namespace host::claude_code
