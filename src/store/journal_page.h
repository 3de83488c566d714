// A journal from its end, a page at a time: what a page costs does not depend on how long the
// journal is, and lines that are appended meanwhile move nothing.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "os/files.h"

namespace store {

struct LinesBefore {
  std::optional<std::uint64_t> offset;  // Behind the newest line that is wanted; none: the end.
  std::uint64_t bytes_max = 64ULL * 1024 * 1024;  // That are read, but for one line that is longer.
};

// A line without its newline, and the byte where it begins; false to stop behind it.
using TakeLine = std::function<bool(std::string_view line, std::uint64_t begin)>;

// Whole lines, the newest first; what follows the last newline is none yet. Lines of more than 16
// MB are passed over. Returns where the line that was told last begins: the next page lies before
// it, and nothing is left at 0. invalid_params where the offset is not the end of a line.
base::Result<std::uint64_t> read_lines_before(os::File& file, const LinesBefore& wanted,
                                              const TakeLine& take);

}  // namespace store
