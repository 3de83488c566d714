// Standard input and output of a process that must answer in time.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "os/files.h"

namespace os {

struct InputOptions {
  std::size_t bytes_max = 16U * 1024 * 1024;
  base::Millis timeout{2000};
};

struct Input {
  std::string bytes;       // At most bytes_max.
  bool truncated = false;  // There was more; it was read and thrown away.
  bool timed_out = false;  // The end was not reached in time.
  bool failed = false;     // The system refused to read.
};

// Reads standard input to its end. Never fails: what it could not read it says in the result.
Input read_standard_input(const InputOptions& options);

// Gives standard input piece by piece until its end, or until `take` says no; waits for as long as
// its writer takes. False where the system refused to read.
bool read_standard_input_in_pieces(const std::function<bool(std::string_view piece)>& take);

// False where standard output is a pipe that nobody reads any more.
bool is_standard_output_read();

// Both write everything or give up silently: a reader that went away is not our error. Whether
// everything went out.
bool write_standard_output(std::string_view text);
void write_standard_error(std::string_view text);

}  // namespace os
