// The words of a shell's command line, both ways.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "os/files.h"

namespace host {

// How `program` is written into a command line of the host's shell.
std::string quoted_for_shell(const os::Path& program);

// The words of a command line; nothing where it is more than words: pipes, lists, open quotes.
std::optional<std::vector<std::string>> shell_words(std::string_view command);

}  // namespace host
