// One hook of ours in a host's file: how its command line is written, and how it is known again.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "os/files.h"

namespace host {

// exec: the program and its arguments apart, no shell in between.
enum class HookStyle { shell, exec };

std::string_view name_of(HookStyle style);

// own: by the program's path, for this machine. shared: by its bare name, for all who have the
// file.
enum class HookKind { own, shared };

// Whether a program in somebody's file is this one, by its name: holdfast or brain.
bool is_our_program(const std::string& program);

// `<program> hook <event>` with a program of ours.
struct OurHook {
  std::string event;    // The member that it stands in.
  std::string program;  // Without the shell's quotes.
  HookStyle style = HookStyle::shell;
  std::optional<double> timeout = std::nullopt;  // As it is written.
  std::string host = {};                         // What follows --host; empty without.
  std::string name = {};  // What its host calls it: the handler's name, else its command.

  HookKind kind() const;
};

// What a shell does where the program is missing or breaks down.
enum class OnFailure {
  as_the_host_has_it,
  pass,   // Where the program is not installed, nothing happens: a clone without it must work.
  block,  // Exit code 2, which hosts take for a denial.
};
struct HookLine {
  os::Path program;
  std::string_view event;
  std::string_view host;
  OnFailure on_failure = OnFailure::as_the_host_has_it;
};
std::string to_command(const HookLine& line);

// The command line as a hook of ours, in any of the forms that to_command writes.
std::optional<OurHook> our_hook_of(std::string_view command, std::string_view event);
// The handler as a hook of ours in the member `event`; nothing where it is somebody else's.
std::optional<OurHook> our_hook(const base::Json& handler, std::string_view event);

// Whether a file can be expected to have a hook of ours for this host: cheap, and true also where
// the text is not JSON.
bool may_have_hook(std::string_view text, std::string_view host);

}  // namespace host
