// The JSON object that a command takes by --input.
#pragma once
#include <optional>
#include <string>

#include "base/json.h"
#include "cli/arguments.h"
#include "cli/console.h"

namespace cli {

// --input, for `help` to say what it is of.
void input_option(Arguments& arguments, std::optional<std::string>& into, std::string_view help);

// `-` stands for standard input. parse_error where it is no JSON object, too_large over 16 MiB.
base::Result<base::Json> read_document(Console& console, const std::string& input);

// Standard input to its end, as it is. too_large over 16 MiB, failed where it does not end.
base::Result<std::string> read_standard_input(Console& console);

}  // namespace cli
