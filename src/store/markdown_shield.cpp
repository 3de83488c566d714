#include "store/markdown_shield.h"

#include <algorithm>

#include "base/text.h"

namespace store {
namespace {

constexpr std::size_t kLinesMax = 30'000;
constexpr std::size_t kIndentMax = 64;
constexpr int kMarkersMax = 32;
// A paragraph is read again for each line that could make a table of it.
constexpr int kDelimitersMax = 16;

constexpr bool is_blank_char(char c) { return c == ' ' || c == '\t'; }

// Takes one `>`, `- ` or `1. ` off the front; whether there was one.
bool take_marker(std::string_view& line) {
  while (!line.empty() && is_blank_char(line.front())) line.remove_prefix(1);
  if (line.empty()) return false;
  std::size_t length = 1;
  if (line.front() == '>') {
    line.remove_prefix(1);
    return true;
  }
  if (base::is_digit(line.front())) {
    while (length < line.size() && base::is_digit(line[length])) ++length;
    if (length == line.size() || (line[length] != '.' && line[length] != ')')) return false;
    ++length;
  } else if (line.front() != '-' && line.front() != '+' && line.front() != '*') {
    return false;
  }
  if (length < line.size() && !is_blank_char(line[length])) return false;
  line.remove_prefix(length);
  return true;
}

bool is_nested_too_deep(std::string_view line) {
  int markers = 0;
  while (markers <= kMarkersMax && take_marker(line)) ++markers;
  return markers > kMarkersMax;
}

// Whether the line could stand under a table's header.
bool is_delimiter(std::string_view line) {
  return line.find_first_not_of("|:- \t\v\f>") == std::string_view::npos &&
         line.find('-') != std::string_view::npos &&
         line.find_first_of("|:") != std::string_view::npos;
}

// Whether no paragraph goes on over this line.
bool ends_paragraph(std::string_view line) {
  const std::size_t start = line.find_first_not_of(" \t");
  if (start == std::string_view::npos) return true;
  if (start > 3 || line.substr(0, start).find('\t') != std::string_view::npos) return false;
  line.remove_prefix(start);
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  return level >= 1 && level <= 6 && (level == line.size() || line[level] == ' ');
}

class Shield {
 public:
  void add(std::string_view line) {
    const std::size_t indent = std::min(line.find_first_not_of(" \t"), line.size());
    if (indent > kIndentMax) line.remove_prefix(indent - kIndentMax);
    if (ends_paragraph(line)) delimiters_ = 0;
    if (is_nested_too_deep(line)) return;
    if (!is_delimiter(line)) {
      text_ += line;
      return;
    }
    ++delimiters_;
    const auto pipes = static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
    const bool is_harmless = delimiters_ <= kDelimitersMax && pipes <= kTableColumnsMax + 1;
    for (const char c : line) text_ += c == '-' && !is_harmless ? '=' : c;
  }
  void end_line() { text_ += '\n'; }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  int delimiters_ = 0;
};

}  // namespace

base::Result<std::string> shielded_markdown(std::string_view markdown) {
  Shield shield;
  for (std::size_t lines = 0; !markdown.empty(); ++lines) {
    if (lines == kLinesMax) {
      return base::Error{base::Code::too_large,
                         "Markdown of more than " + std::to_string(kLinesMax) + " lines", ""};
    }
    // A lone CR ends a line too.
    const std::size_t end = std::min(markdown.find_first_of("\r\n"), markdown.size());
    shield.add(markdown.substr(0, end));
    shield.end_line();
    markdown.remove_prefix(end);
    if (markdown.starts_with("\r\n")) markdown.remove_prefix(1);
    if (!markdown.empty()) markdown.remove_prefix(1);
  }
  return shield.take();
}

}  // namespace store
