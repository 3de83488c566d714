#include "host/claude_code/lineage.h"

#include <array>

#include "base/id.h"
#include "base/text.h"

namespace host::claude_code {

std::string resumed_conversation(std::string_view command_line) {
  constexpr std::array<std::string_view, 2> kOptions{"--resume", "-r"};
  constexpr std::string_view kJoined = "--resume=";
  std::string_view before;
  for (const std::string_view word : base::split(command_line, ' ')) {
    const bool follows = before == kOptions[0] || before == kOptions[1];
    const std::string_view value = word.starts_with(kJoined) ? word.substr(kJoined.size())
                                   : follows                 ? word
                                                             : "";
    // A prompt may have the option's name in it; only an id behind it counts.
    if (const auto id = base::uuid_from_text(value)) return *id;
    before = word;
  }
  return {};
}

}  // namespace host::claude_code
