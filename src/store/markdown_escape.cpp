// Text in cells and bullets. What is written here reads back the same by a Markdown parser and by
// ours, which need not know all of Markdown: three kinds of escape are enough for both.
//   \x      one ASCII punctuation mark that would mean something
//   <br>    a line break
//   &#N;    a control character, or a space at an edge, by its decimal number
#include <algorithm>
#include <string>

#include "base/text.h"
#include "store/markdown_table.h"

namespace store {
namespace {

constexpr std::string_view kBreak = "<br>";

constexpr bool is_punctuation(char c) { return c > ' ' && c < '\x7f' && !base::is_alnum(c); }

std::string reference_to(unsigned number) { return "&#" + std::to_string(number) + ";"; }

// U+0085, U+2028, U+2029: no line ends in Markdown, but for many a reader of lines.
unsigned unicode_line_end(std::string_view rest) {
  if (rest.starts_with("\xC2\x85")) return 0x85;
  if (rest.starts_with("\xE2\x80\xA8")) return 0x2028;
  if (rest.starts_with("\xE2\x80\xA9")) return 0x2029;
  return 0;
}

// Whether `rest`, which begins with `&`, would be read as one character: "&lt;", "&#32;".
bool begins_reference(std::string_view rest) {
  constexpr std::size_t kNameMax = 40;
  std::size_t at = rest.starts_with("&#") ? 2 : 1;
  const std::size_t first = at;
  while (at < rest.size() && at < kNameMax && base::is_alnum(rest[at])) ++at;
  return at > first && at < rest.size() && rest[at] == ';';
}

bool begins_tag(std::string_view rest) {
  return rest.size() > 1 &&
         (base::is_alpha(rest[1]) || rest[1] == '/' || rest[1] == '!' || rest[1] == '?');
}

bool begins_line_break(std::string_view rest) {
  return base::to_lower(rest.substr(0, 3)) == "<br" || rest.starts_with("<!--");
}

// One text on its way into a line. `at_` is the first byte that is not written yet.
class LineEscaper {
 public:
  explicit LineEscaper(std::string_view text) : text_(text) {}

  std::string cell() {
    while (at_ < text_.size()) {
      if (!write_invisible()) write_in_cell();
    }
    return std::move(out_);
  }

  std::string line() {
    while (at_ < text_.size()) {
      if (!write_invisible()) write_in_line();
    }
    return std::move(out_);
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  void copy() { out_ += text_[at_++]; }
  void copy_escaped() {
    out_ += '\\';
    copy();
  }
  void copy_escaped_if(bool means_something) { means_something ? copy_escaped() : copy(); }

  // What needs another spelling wherever it stands.
  bool write_invisible() {
    const char c = text_[at_];
    const bool is_edge = at_ == 0 || at_ + 1 == text_.size();
    if (c == '\n') {
      out_ += kBreak;
    } else if (base::is_control(c) || (c == ' ' && is_edge)) {
      out_ += reference_to(static_cast<unsigned char>(c));
    } else if (const unsigned number = unicode_line_end(rest()); number != 0) {
      out_ += reference_to(number);
      at_ += number == 0x85 ? 1 : 2;
    } else {
      return false;
    }
    ++at_;
    return true;
  }

  void write_in_cell() {
    const char c = text_[at_];
    if (c == '_') return write_underscores();
    if (c == '<') return copy_escaped_if(begins_tag(rest()));
    if (c == '&') return copy_escaped_if(begins_reference(rest()));
    if (c == '~') return copy_escaped_if(rest().starts_with("~~") || out_.ends_with("\\~"));
    copy_escaped_if(std::string_view("\\|`*[]").find(c) != std::string_view::npos);
  }

  // Inside a word they are letters: mcp__serena__activate_project.
  void write_underscores() {
    const std::size_t end = std::min(text_.find_first_not_of('_', at_), text_.size());
    const bool in_word = at_ > 0 && base::is_alnum(text_[at_ - 1]) && end < text_.size() &&
                         base::is_alnum(text_[end]);
    while (at_ < end) copy_escaped_if(!in_word);
  }

  // A bullet is one line whatever its marks say; so they stay as they are.
  void write_in_line() {
    const char c = text_[at_];
    if (c == '<') return copy_escaped_if(begins_line_break(rest()));
    if (c == '&') return copy_escaped_if(begins_reference(rest()));
    const bool before_word = at_ + 1 < text_.size() && base::is_alnum(text_[at_ + 1]);
    copy_escaped_if(c == '\\' && !before_word);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

void append_utf8(std::string& out, unsigned code) {
  const auto byte = [&out](unsigned value) { out += static_cast<char>(value); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

// Appends what `&#N;` at the front of `rest` stands for; its length, or 0 for any that we do not
// write.
std::size_t read_reference(std::string_view rest, std::string& out) {
  constexpr std::size_t kLongest = 7;
  const std::size_t end = rest.substr(0, kLongest).find(';');
  if (!rest.starts_with("&#") || end == std::string_view::npos) return 0;
  const auto number = base::to_number(rest.substr(2, end - 2));
  if (!number || (*number > 0x20 && *number != 0x7F && *number != 0x85 && *number != 0x2028 &&
                  *number != 0x2029)) {
    return 0;
  }
  append_utf8(out, static_cast<unsigned>(*number));
  return end + 1;
}

std::size_t read_break(std::string_view rest, std::string& out) {
  for (const std::string_view spelling :
       {kBreak, std::string_view("<br/>"), std::string_view("<br />")}) {
    if (base::to_lower(rest.substr(0, spelling.size())) != spelling) continue;
    out += '\n';
    return spelling.size();
  }
  return 0;
}

template <typename IsEscapable>
std::string unescaped_markdown(std::string_view text, const IsEscapable& is_escapable) {
  std::string out;
  text = base::trim(text);
  while (!text.empty()) {
    std::size_t used = 0;
    if (text.front() == '\\' && text.size() > 1 && is_escapable(text[1])) {
      out += text[1];
      used = 2;
    } else if (text.front() == '<') {
      used = read_break(text, out);
    } else if (text.front() == '&') {
      used = read_reference(text, out);
    }
    if (used == 0) {
      out += text.front();
      used = 1;
    }
    text.remove_prefix(used);
  }
  return out;
}

}  // namespace

std::string escape_cell(std::string_view text) { return LineEscaper(text).cell(); }

std::string unescape_cell(std::string_view cell) {
  return unescaped_markdown(cell, is_punctuation);
}

std::string escape_line(std::string_view text) { return LineEscaper(text).line(); }

std::string unescape_line(std::string_view line) {
  return unescaped_markdown(line, [](char c) { return c == '\\' || c == '<' || c == '&'; });
}

}  // namespace store
