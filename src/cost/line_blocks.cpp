#include "cost/line_blocks.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace cost {
namespace {

// Stays in a core's own cache while it is searched.
constexpr std::size_t kBlockBytes = 256U * 1024;
constexpr std::size_t kBlockBytesMin = 4096;

// Where the last whole line in `bytes` ends; 0 where there is none.
std::size_t whole_lines(std::string_view bytes) {
  const void* const found = ::memrchr(bytes.data(), '\n', bytes.size());
  if (found == nullptr) return 0;
  return static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data()) + 1;
}

}  // namespace

base::Result<LinesRead> each_block_of_lines(
    os::File& file, std::uint64_t offset, std::uint64_t size, std::vector<char>& buffer,
    const std::function<void(std::string_view lines, std::uint64_t offset)>& take) {
  // No larger than what there is, or the pages of it would be the most of the work.
  const std::uint64_t rest = size > offset ? size - offset : 0;
  const auto wanted =
      static_cast<std::size_t>(std::clamp<std::uint64_t>(rest + 1, kBlockBytesMin, kBlockBytes));
  if (buffer.size() < wanted) buffer.resize(wanted);
  std::size_t filled = 0;         // Of a line whose end has not come yet.
  bool is_stepping_over = false;  // Over the rest of a line that is too long.
  std::uint64_t begin = offset;   // Of what is in the buffer.
  for (;;) {
    const std::span<char> room = std::span(buffer).subspan(filled);
    TRY_ASSIGN(const std::size_t got, file.read_into(begin + filled, room));
    std::string_view bytes(buffer.data(), filled + got);
    const bool is_last = got < room.size();
    if (is_stepping_over) {
      const std::size_t end_of_line = bytes.find('\n');
      is_stepping_over = end_of_line == std::string_view::npos;
      const std::size_t dropped = is_stepping_over ? bytes.size() : end_of_line + 1;
      bytes.remove_prefix(dropped);
      begin += dropped;
    }
    const std::size_t taken = whole_lines(bytes);
    if (taken > 0) take(bytes.substr(0, taken), begin);
    bytes.remove_prefix(taken);
    begin += taken;
    // What was stepped over has no end yet either, but need not be read again.
    if (is_last) return LinesRead{.end = begin + bytes.size(), .next = begin};
    filled = bytes.size();
    std::memmove(buffer.data(), bytes.data(), filled);
    if (filled < buffer.size()) continue;
    if (buffer.size() < kLineBytesMax) {
      buffer.resize(2 * buffer.size());
    } else {
      is_stepping_over = true;
      begin += filled;
      filled = 0;
    }
  }
}

}  // namespace cost
