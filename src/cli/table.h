// The commands in the order of the manual, and the way from a command line to one of them.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace cli {

std::span<const Command> all_commands();

// `args` without the program's name. Gives the exit code; never throws.
int run(Context& context, const std::vector<std::string>& args);

// As `run`, but the name under which the program was called may say more: `req X` is `holdfast req
// X`; `brain` is another name for `holdfast`.
int run_program(Context& context, std::string_view program_name,
                const std::vector<std::string>& args);

}  // namespace cli
