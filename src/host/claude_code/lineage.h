// Which conversation a forked one came from. The host's event does not say it, its command line
// does.
#pragma once
#include <string>
#include <string_view>

namespace host::claude_code {

// The conversation that `claude --resume ID --fork-session` goes on from; empty where the line
// names none. `command_line` has its arguments joined by spaces.
std::string resumed_conversation(std::string_view command_line);

}  // namespace host::claude_code
