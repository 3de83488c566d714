// How one hook of ours is written in Claude Code's settings, and how it is known again.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "os/files.h"

namespace host::claude_code {

// exec: the program and its arguments apart, no shell in between; clients since 2.1.139. Older ones
// ignore `args` and run the program bare, so they need the shell's form.
enum class HookStyle { shell, exec };

std::string_view name_of(HookStyle style);

struct HookForm {
  os::Path program;  // A path, or a bare name that PATH finds.
  HookStyle style = HookStyle::shell;
  bool block_on_failure = true;  // A gate that cannot run then blocks the tool.
  std::vector<std::string_view> events;
};

// One hook that is ours: `<program> hook <event>` with a program called holdfast or brain.
struct OurHook {
  std::string event;    // The member that it stands in.
  std::string program;  // Without the shell's quotes.
  HookStyle style = HookStyle::shell;
  std::optional<double> timeout;  // As it is written.
};

// How `program` is written into a command line of the host's shell.
std::string quoted_for_shell(const os::Path& program);

// The words of a command line; nothing where it is more than words: pipes, lists, open quotes.
std::optional<std::vector<std::string>> shell_words(std::string_view command);

// The handler as a hook of ours in the member `event`; nothing where it is somebody else's.
std::optional<OurHook> our_hook(const base::Json& handler, std::string_view event);

// The group of handlers that `event` gets.
base::Json group_for(std::string_view event, const HookForm& form);

}  // namespace host::claude_code
