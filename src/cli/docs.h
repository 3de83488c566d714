// The manual's page of commands, printed from the table so that it cannot differ from it.
#pragma once
#include <string>

#include "cli/command.h"

namespace cli {

// docs/cli.md: `holdfast help --markdown`.
std::string markdown_manual(Context& context);

}  // namespace cli
