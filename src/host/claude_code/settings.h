// The `hooks` object of Claude Code's settings.json: our entries in it, and everybody else's kept.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "os/files.h"

namespace host::claude_code {

struct HookForm {
  std::string program;           // As the shell will read it: quoted where it must be.
  bool block_on_failure = true;  // A hook that cannot run then blocks the tool.
};

// How `program` is written into a command line of the host's shell.
std::string quoted_for_shell(const os::Path& program);

// The eight events that every client since 1.0 knows. Older ones drop the whole file at a name
// they do not know.
const std::vector<std::string_view>& installed_events();

// Entries of ours in the form asked for, all other members kept in their order. Installing twice
// is installing once.
base::Json with_our_hooks(base::Json settings, const HookForm& form);
base::Json without_our_hooks(base::Json settings);

// The programs that our entries name, one an entry.
std::vector<std::string> our_programs(const base::Json& settings);

}  // namespace host::claude_code
