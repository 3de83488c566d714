// How one hook of ours is written in Claude Code's settings.
#pragma once
#include <string_view>
#include <vector>

#include "base/json.h"
#include "host/our_hook.h"
#include "os/files.h"

namespace host::claude_code {

// Of the styles, clients since 2.1.139 take exec. Older ones ignore `args` and run the program
// bare, so they need the shell's form.
struct HookForm {
  os::Path program;  // A path, or a bare name that PATH finds.
  HookStyle style = HookStyle::shell;
  bool block_on_failure = true;  // A gate that cannot run then blocks the tool.
  std::vector<std::string_view> events;
};

// The group of handlers that `event` gets.
base::Json group_for(std::string_view event, const HookForm& form);

}  // namespace host::claude_code
