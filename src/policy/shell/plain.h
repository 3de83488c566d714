// Reads everyday commands without the grammar, whose tables and bookkeeping cost several times what
// such a command takes to read.
#pragma once
#include <optional>
#include <string>

#include "policy/shell/tree.h"

namespace policy::shell {

// The tree of a text of simple commands, pipes, `&&`, `||`, `;`, redirections, groups, subshells,
// `$(…)`, `if`, `for` and `while`, as the grammar would have it. Nothing where the text has
// anything else in it, or is wrong: that is for the grammar.
std::optional<Tree> read_plain(const std::string& text);

}  // namespace policy::shell
