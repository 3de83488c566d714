// What Claude Code gives its status line on standard input, in the engine's words.
#pragma once
#include <string_view>

#include "model/host_status.h"

namespace host::claude_code {

// Never fails: what cannot be read is left out.
model::HostStatus parse_status(std::string_view json);

}  // namespace host::claude_code
