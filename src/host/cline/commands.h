// What a shell tool of Cline is to run. Its input may be one text, a program with arguments, or a
// list that mixes both.
#pragma once
#include <optional>
#include <string>

#include "base/json.h"

namespace host::cline {

// How Cline gives an input to hooks: as the tool gets it, or with everything that is no text
// turned into one.
enum class InputForm { as_it_is, as_texts };

// As one script. Cline starts a shell for each command of a list, so several become the commands
// of as many shells. Nothing where a part of it is in no form that is known.
std::optional<std::string> script_of(const base::Json& input, InputForm form);

}  // namespace host::cline
