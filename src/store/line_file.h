// Lines of a file that only grows, from either end, block by block: what is read of it does not
// depend on how long it is. Private to store/.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "os/files.h"

namespace store {

// From the last line back to the first. A line that is longer than a block is passed over.
class BackwardLines {
 public:
  static constexpr std::size_t kBlockBytes = 64 * 1024;

  // Reads at most `bytes_max`. `file` outlives this.
  BackwardLines(os::File& file, std::uint64_t size, std::uint64_t bytes_max)
      : file_(file), offset_(size), bytes_left_(bytes_max) {}

  // Without its newline; valid until the next call. Nothing at the beginning of the file, or where
  // it cannot be read.
  std::optional<std::string_view> next();

 private:
  bool read_block();

  os::File& file_;
  std::uint64_t offset_;  // What lies before it was not read yet.
  std::uint64_t bytes_left_;
  std::string buffer_;
  std::size_t end_ = 0;     // Of what is not yet told, in the buffer.
  bool is_cut_ = false;     // The end of the line at hand was dropped.
  bool has_begun_ = false;  // What follows the last newline is no line.
};

struct LinesFrom {
  std::uint64_t offset = 0;  // The beginning of a line.
  std::size_t bytes_max = 0;
};
// From there to the last, until `take` says no. A line longer than `bytes_max` is passed over.
// Returns what lies behind the last line that has its end.
base::Result<std::uint64_t> for_each_line(os::File& file, const LinesFrom& from,
                                          const std::function<bool(std::string_view line)>& take);

// Adds `line` and a newline, by one write where the disk allows it; where the file does not end
// with a newline, a crash cut the last line, and this one begins with one. What went in of a line
// that failed is taken away again.
base::Result<void> append_line_to(os::File& file, std::string_view line);

}  // namespace store
