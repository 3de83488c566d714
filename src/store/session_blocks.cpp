#include "store/session_blocks.h"

#include <algorithm>

#include "store/markdown_lines.h"

namespace store {
namespace {

std::string_view without_empty_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

struct HeadingSpan {
  std::size_t begin = 0;
  std::size_t end = 0;  // Behind the line.
};

class BlockReader {
 public:
  BlockReader(std::string_view text, const SectionFrame& frame) : text_(text), frame_(frame) {}

  SessionBlocks read() {
    for (std::size_t begin = 0; begin < text_.size() && !tail_;) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
      if (const auto heading = heading_of(text_.substr(begin, end - begin))) {
        take(*heading, {begin, end});
      }
      begin = end;
    }
    return built();
  }

 private:
  void take(const HeadingLine& heading, const HeadingSpan& place) {
    if (!section_) {
      if (heading.level == 2 && is_section(heading.text)) section_ = place;
      if (heading.level == 1 && heading.text == frame_.title.substr(2)) has_title_ = true;
    } else if (heading.level <= 2) {
      tail_ = place.begin;
    } else if (heading.level == 3) {
      // A heading that names no session belongs to the block that it stands in.
      if (auto id = leading_session_id(heading.text)) starts_.push_back({place.begin, *id});
    }
  }

  // "Recent Sessions", also with another number behind it: that one is ours to say.
  bool is_section(std::string_view text) const {
    if (!text.starts_with(frame_.section)) return false;
    text.remove_prefix(frame_.section.size());
    return text.empty() || (text.starts_with(" (Last ") && text.find(')') == text.size() - 1);
  }

  SessionBlocks built() const {
    SessionBlocks read;
    if (!section_) {
      read.head = without_empty_end(text_);
      if (!read.head.empty()) read.head += "\n\n";
      if (!has_title_) read.head.append(frame_.title).append("\n\n").append(frame_.intro);
      read.head += frame_.heading;
      return read;
    }
    const std::size_t blocks_end = tail_.value_or(text_.size());
    const std::size_t head_end = starts_.empty() ? blocks_end : starts_.front().begin;
    read.head.append(text_.substr(0, section_->begin)).append(frame_.heading).append("\n");
    read.head.append(text_.substr(section_->end, head_end - section_->end));
    read.head = without_empty_end(read.head);
    for (std::size_t at = 0; at < starts_.size(); ++at) {
      const std::size_t begin = starts_[at].begin;
      const std::size_t end = at + 1 < starts_.size() ? starts_[at + 1].begin : blocks_end;
      const std::string_view bytes = without_empty_end(text_.substr(begin, end - begin));
      read.blocks.push_back({starts_[at].id, std::string(bytes)});
    }
    read.tail = without_empty_end(text_.substr(blocks_end));
    return read;
  }

  struct Start {
    std::size_t begin;
    SessionId id;
  };

  std::string_view text_;
  const SectionFrame& frame_;
  bool has_title_ = false;
  std::optional<HeadingSpan> section_;
  std::vector<Start> starts_;
  std::optional<std::size_t> tail_;
};

}  // namespace

SessionBlocks read_blocks(std::string_view markdown, const SectionFrame& frame) {
  SessionBlocks read = BlockReader(markdown, frame).read();
  std::stable_sort(
      read.blocks.begin(), read.blocks.end(),
      [](const SessionBlock& a, const SessionBlock& b) { return a.id.is_newer(b.id); });
  return read;
}

void put_block(SessionBlocks& blocks, SessionBlock block) {
  std::erase_if(blocks.blocks, [&](const SessionBlock& old) { return old.id.is_same(block.id); });
  const auto place =
      std::find_if(blocks.blocks.begin(), blocks.blocks.end(),
                   [&](const SessionBlock& other) { return block.id.is_newer(other.id); });
  blocks.blocks.insert(place, std::move(block));
}

std::string to_text(const SessionBlocks& blocks) {
  std::string text = blocks.head;
  for (const SessionBlock& block : blocks.blocks) text.append("\n\n").append(block.text);
  if (!blocks.tail.empty()) text.append("\n\n").append(blocks.tail);
  return text + "\n";
}

}  // namespace store
