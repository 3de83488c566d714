// The whole lines of a file, a block of many at a time: what most of them say is never looked at.
#pragma once
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/files.h"

namespace cost {

struct LinesRead {
  std::uint64_t end = 0;   // How far the file went.
  std::uint64_t next = 0;  // Where the line begins that has no end yet, or `end`.
};

// A longer line is stepped over: no message is as long, and one file must not fill the memory.
constexpr std::size_t kLineBytesMax = 32U * 1024 * 1024;

// Calls `take` with blocks of whole lines, each with its line end, from `offset` on, in a file of
// about `size` bytes; the second argument is the block's own offset. `buffer` is where they lie; it
// may be used for the next file.
base::Result<LinesRead> each_block_of_lines(
    os::File& file, std::uint64_t offset, std::uint64_t size, std::vector<char>& buffer,
    const std::function<void(std::string_view lines, std::uint64_t offset)>& take);

}  // namespace cost
