// Starts a program the way a host starts a hook, and tells what it cost.
#pragma once
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace bench {

using Environment = std::vector<std::string>;  // "NAME=value"

struct Command {
  std::vector<std::string> arguments;  // The first names the program.
  std::filesystem::path folder;
  std::string input;  // Standard input. Must fit into a pipe, as must all that the program prints.
};

struct Outcome {
  int exit_code = 0;  // 128 and the signal's number where a signal ended it.
  std::chrono::nanoseconds elapsed{0};
  long peak_kib = 0;
  std::string output;  // Standard output and standard error together.
};

// The clock runs from posix_spawn to the end of wait4. The pipes are made, and the input written
// into its pipe, before: that is the host's work, not the hook's.
base::Result<Outcome> spawn(const Command& command, const Environment& environment);

}  // namespace bench
