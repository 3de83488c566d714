// What speaks against a shell command where nothing may be written.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "policy/shell/analysis.h"

namespace policy {

struct ShellObjection {
  std::string what;     // "write src/a.cpp (sed -i)": goes on from "Bash would".
  std::string missing;  // A sentence.
};

// The first write or deletion, else the first piece of code that cannot be read ahead. Paths below
// `root` are named from there.
std::optional<ShellObjection> objection_to_writing(const shell::Analysis& analysis,
                                                   std::string_view root);

}  // namespace policy
