// What is printed where no command is named: the overview, a group's commands, the version.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace cli {

// Whether commands of two words begin with this one.
bool is_group(std::string_view word);

// Answers `help`, --help, --version, nothing at all and the bare name of a group, and gives the
// exit code. Nothing where the words ask for a command.
std::optional<int> run_help(Context& context, const std::vector<std::string>& args);

}  // namespace cli
