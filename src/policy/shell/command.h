// One program call of a command, and the families of programs whose effects are known.
#pragma once
#include <span>
#include <string_view>

#include "policy/shell/word.h"

namespace policy::shell {

class Walk;

// Where a program's standard input comes from.
enum class Input { none, file, stream };  // A stream is a pipe, a here-document or a here-string.

struct Command {
  Words words;  // The program's name first; never empty.
  Input input = Input::none;

  // Without the folder: `/bin/rm` is `rm`.
  std::string_view name() const;
  std::span<const Word> arguments() const { return std::span(words).subspan(1); }
};

// Each says whether it knows the program; if so, it has reported all there is to report.
bool run_builtin(const Command& command, Walk& walk);
bool run_wrapper(const Command& command, Walk& walk);
bool run_terminal(const Command& command, Walk& walk);
bool run_interpreter(const Command& command, Walk& walk);
bool run_git(const Command& command, Walk& walk);
bool run_find(const Command& command, Walk& walk);
bool run_editor(const Command& command, Walk& walk);
bool run_archiver(const Command& command, Walk& walk);
bool run_file_command(const Command& command, Walk& walk);
bool run_network_command(const Command& command, Walk& walk);

}  // namespace policy::shell
