// What a shell tool of Cline is to run. Its input may be one text, a program with arguments, or a
// list that mixes both.
#pragma once
#include <optional>
#include <string>

#include "base/json.h"

namespace host::cline {

// As the lines of one script. Nothing where a part of it is in no form that is known.
std::optional<std::string> script_of(const base::Json& input);

}  // namespace host::cline
