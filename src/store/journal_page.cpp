#include "store/journal_page.h"

#include <algorithm>
#include <string>

namespace store {
namespace {

constexpr std::size_t kPageBlockBytes = 128UL * 1024;
constexpr std::size_t kPageLineBytesMax = 16UL * 1024 * 1024;

class PageReader {
 public:
  PageReader(os::File& file, std::uint64_t end, std::uint64_t bytes_max)
      : file_(file), offset_(end), told_(end), begun_at_(end), bytes_left_(bytes_max) {}

  // Drops what was begun behind the last newline.
  base::Result<void> drop_unfinished() {
    while (true) {
      const std::size_t newline = buffer_.rfind('\n');
      if (newline != std::string::npos) {
        buffer_.resize(newline + 1);
        break;
      }
      buffer_.clear();
      if (offset_ == 0) break;
      TRY(read_block());
    }
    told_ = begun_at_ = offset_ + buffer_.size();
    return {};
  }

  base::Result<std::uint64_t> read(const TakeLine& take) {
    while (told_ > 0) {
      TRY_ASSIGN(const bool has_line, find_line());
      if (!has_line) break;
      bool goes_on = true;
      if (!is_passed_over_) {
        const std::string_view line(buffer_.data() + line_at_, buffer_.size() - line_at_ - 1);
        goes_on = take(line, offset_ + line_at_);
      }
      is_passed_over_ = false;
      told_ = offset_ + line_at_;
      buffer_.resize(line_at_);
      if (!goes_on) break;
    }
    return told_;
  }

 private:
  // Finds where the line begins that ends where the one told last began. False where enough was
  // read.
  base::Result<bool> find_line() {
    // So many bytes at the end of the buffer are the line's: at least its own newline.
    std::size_t known = buffer_.empty() ? 0 : 1;
    while (true) {
      const std::size_t open = buffer_.size() - known;
      const std::size_t newline = open == 0 ? std::string::npos : buffer_.rfind('\n', open - 1);
      if (newline != std::string::npos || offset_ == 0) {
        line_at_ = newline == std::string::npos ? 0 : newline + 1;
        if (buffer_.size() - line_at_ > kPageLineBytesMax) is_passed_over_ = true;
        return true;
      }
      const bool has_told = told_ < begun_at_;
      if (bytes_left_ == 0 && has_told) return false;
      if (is_passed_over_ || buffer_.size() > kPageLineBytesMax) {
        is_passed_over_ = true;
        buffer_.clear();
      }
      known = is_passed_over_ ? 0 : std::max<std::size_t>(buffer_.size(), 1);
      TRY(read_block());
    }
  }

  base::Result<void> read_block() {
    // A line that is longer than a block is read in larger ones, so that it is not moved so often.
    const std::size_t size = std::max(kPageBlockBytes, buffer_.size());
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(size, offset_));
    TRY_ASSIGN(std::string block, file_.read_at(offset_ - wanted, wanted));
    if (block.size() != wanted) {
      return base::Error{base::Code::io, "the journal became shorter while it was read",
                         "Ask again."};
    }
    offset_ -= wanted;
    bytes_left_ -= std::min<std::uint64_t>(bytes_left_, wanted);
    block += buffer_;
    buffer_ = std::move(block);
    return {};
  }

  os::File& file_;
  std::uint64_t offset_;    // Of the buffer's first byte.
  std::uint64_t told_;      // Where the line that was told last begins.
  std::uint64_t begun_at_;  // Where the first line to be told ends.
  std::uint64_t bytes_left_;
  std::string buffer_;
  std::size_t line_at_ = 0;
  bool is_passed_over_ = false;
};

}  // namespace

base::Result<std::uint64_t> read_lines_before(os::File& file, const LinesBefore& wanted,
                                              const TakeLine& take) {
  TRY_ASSIGN(const os::FileInfo info, file.info());
  if (!wanted.offset) {
    PageReader reader(file, info.size, wanted.bytes_max);
    TRY(reader.drop_unfinished());
    return reader.read(take);
  }
  const std::uint64_t end = *wanted.offset;
  bool is_line_end = end <= info.size;
  if (is_line_end && end > 0) {
    TRY_ASSIGN(const std::string last, file.read_at(end - 1, 1));
    is_line_end = last.ends_with('\n');
  }
  if (!is_line_end) {
    return base::Error{base::Code::invalid_params, "the cursor is of no line of this journal",
                       "Begin again without one."};
  }
  return PageReader(file, end, wanted.bytes_max).read(take);
}

}  // namespace store
