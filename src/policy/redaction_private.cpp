#include "policy/redaction_private.h"

#include <cstddef>
#include <optional>

#include "policy/redaction_character.h"
#include "policy/redaction_filter.h"

namespace policy::redaction {
namespace {

constexpr std::string_view kName = "private";
constexpr std::string_view kOpenMarks[] = {"<", "&lt;", "\\u003c", "&#60;", "&#x3c;"};
constexpr std::string_view kCloseMarks[] = {">", "&gt;", "\\u003e", "&#62;", "&#x3e;"};

struct Tag {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool opens = true;
};

// The bytes of the mark at `at`, or zero.
std::size_t close_mark_bytes(std::string_view text, std::size_t at) {
  for (const std::string_view mark : kCloseMarks) {
    if (has_word_at(text, at, mark)) return mark.size();
  }
  return 0;
}

// `at` is behind the name. A tag without an end is one only where the text ends with it.
std::size_t tag_end(std::string_view text, std::size_t at) {
  constexpr std::size_t kAttributesBytesMax = 200;
  if (at == text.size()) return at;
  const std::size_t bytes = close_mark_bytes(text, at);
  if (bytes > 0) return at + bytes;
  if (!base::is_space(text[at]) && text[at] != '/') return kNone;  // "<privateKey>".
  for (std::size_t i = at; i < at + kAttributesBytesMax; ++i) {
    if (i == text.size()) return i;
    if (text[i] == '<') return kNone;
    const std::size_t mark = close_mark_bytes(text, i);
    if (mark > 0) return i + mark;
  }
  return kNone;
}

// `name` is where "private" stands.
std::optional<Tag> tag_around(std::string_view text, std::size_t name) {
  std::string_view before = text.substr(0, name);
  const bool closes = before.ends_with('/');
  if (closes) before.remove_suffix(1);
  if (closes && before.ends_with("<\\")) before.remove_suffix(1);  // Some write "\/" in JSON.
  for (const std::string_view mark : kOpenMarks) {
    if (!ends_with_word(before, mark)) continue;
    const std::size_t end = tag_end(text, name + kName.size());
    if (end == kNone) return std::nullopt;
    return Tag{before.size() - mark.size(), end, !closes};
  }
  return std::nullopt;
}

std::optional<Tag> next_tag(std::string_view text, std::size_t from) {
  while ((from = find_private(text, from)) < text.size()) {
    const std::size_t name = from - (from > 0 ? 1 : 0);
    if (has_word_at(text, name, kName)) {
      const std::optional<Tag> tag = tag_around(text, name);
      if (tag) return tag;
    }
    ++from;
  }
  return std::nullopt;
}

}  // namespace

bool hide_private(std::string_view text, std::string& result) {
  std::size_t copied = 0;
  std::size_t depth = 0;
  bool found = false;
  for (std::size_t at = 0;;) {
    const std::optional<Tag> tag = next_tag(text, at);
    if (!tag) break;
    at = tag->end;
    if (tag->opens && depth++ == 0) {
      result.append(text.substr(copied, tag->begin - copied)).append(kPrivateMarker);
      found = true;
    }
    if (!tag->opens && depth > 0 && --depth == 0) copied = tag->end;
  }
  if (found && depth == 0) result.append(text.substr(copied));
  return found;
}

}  // namespace policy::redaction
