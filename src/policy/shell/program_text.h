// Programs in sed's and awk's own languages, which are short enough to be read.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace policy::shell {

struct SedProgram {
  std::vector<std::string> written;  // Files named by `w`.
  bool runs_commands = false;        // The command `e`, or the flag of that name.
};
SedProgram read_sed_program(std::string_view text);

// Whether an awk program runs commands or writes to files: `system(…)`, `print > "f"`, a pipe.
bool awk_reaches_out(std::string_view text);

}  // namespace policy::shell
