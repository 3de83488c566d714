#include "store/line_file.h"

#include <algorithm>
#include <utility>

namespace store {

bool BackwardLines::read_block() {
  const std::size_t wanted = std::min<std::uint64_t>({kBlockBytes, offset_, bytes_left_});
  if (wanted == 0) return false;
  auto block = file_.read_at(offset_ - wanted, wanted);
  if (!block.ok() || block->size() != wanted) return false;
  offset_ -= wanted;
  bytes_left_ -= wanted;
  if (end_ > kBlockBytes) {
    is_cut_ = true;
    end_ = 0;
  }
  block->append(buffer_, 0, end_);
  buffer_ = *std::move(block);
  end_ = buffer_.size();
  return true;
}

std::optional<std::string_view> BackwardLines::next() {
  while (true) {
    const std::size_t newline = std::string_view(buffer_).substr(0, end_).rfind('\n');
    if (newline == std::string::npos && read_block()) continue;
    // What stands before the part that may be read is no whole line.
    if (newline == std::string::npos && (offset_ > 0 || end_ == 0)) return std::nullopt;
    const std::size_t begin = newline == std::string::npos ? 0 : newline + 1;
    const std::string_view line = std::string_view(buffer_).substr(begin, end_ - begin);
    end_ = newline == std::string::npos ? 0 : newline;
    const bool is_whole = !std::exchange(is_cut_, false);
    const bool is_line = std::exchange(has_begun_, true) || !line.empty();
    if (is_whole && is_line) return line;
    if (newline == std::string::npos) return std::nullopt;
  }
}

base::Result<std::uint64_t> for_each_line(os::File& file, const LinesFrom& from,
                                          const std::function<bool(std::string_view line)>& take) {
  constexpr std::size_t kBlockBytes = 1024 * 1024;
  std::string buffer;
  std::uint64_t line_at = from.offset;
  bool is_cut = false;
  for (std::uint64_t offset = from.offset;;) {
    TRY_ASSIGN(const std::string block, file.read_at(offset, kBlockBytes));
    offset += block.size();
    buffer += block;
    std::string_view rest = buffer;
    for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
      const bool is_whole = !std::exchange(is_cut, false) && end <= from.bytes_max;
      const bool goes_on = !is_whole || take(rest.substr(0, end));
      rest.remove_prefix(end + 1);
      line_at = offset - rest.size();
      if (!goes_on) return line_at;
    }
    if (block.size() < kBlockBytes) {
      if (!rest.empty() && !is_cut && rest.size() <= from.bytes_max) take(rest);
      return line_at;
    }
    buffer.erase(0, buffer.size() - rest.size());
    if (buffer.size() > from.bytes_max) {
      is_cut = true;
      buffer.clear();
    }
  }
}

base::Result<void> append_line_to(os::File& file, std::string_view line) {
  TRY_ASSIGN(const os::FileInfo info, file.info());
  std::string bytes;
  bytes.reserve(line.size() + 2);
  if (info.size > 0) {
    TRY_ASSIGN(const std::string last, file.read_at(info.size - 1, 1));
    if (last != "\n") bytes += '\n';
  }
  bytes.append(line).append("\n");
  auto written = os::write_all(file, bytes);
  if (written.ok()) return {};
  // Only where nobody else's line has come behind it.
  const auto now = file.info();
  if (now.ok() && now->size > info.size && now->size < info.size + bytes.size()) {
    [[maybe_unused]] const auto cut = file.truncate(info.size);
  }
  return written;
}

}  // namespace store
