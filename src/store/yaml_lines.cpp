#include "store/yaml_lines.h"

#include <algorithm>

#include "base/text.h"

namespace store {
namespace {

constexpr int kIndentationMax = 8;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

}  // namespace

YamlLines::YamlLines(std::string_view text) : text_(text) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t newline = std::min(text.find('\n', begin), text.size());
    Line line;
    line.begin = begin;
    line.end = newline > begin && text[newline - 1] == '\r' ? newline - 1 : newline;
    const std::string_view content = text.substr(line.begin, line.end - line.begin);
    const std::size_t first = content.find_first_not_of(" \t");
    if (first != std::string_view::npos) {
      line.column = static_cast<int>(first);
      line.is_comment = content[first] == '#';
    }
    const std::string_view start = content.substr(0, 3);
    line.is_marker =
        (start == "---" || start == "...") && (content.size() == 3 || is_blank(content[3]));
    lines_.push_back(line);
    begin = newline + 1;
  }
  if (line(0).end < text.size() && text[line(0).end] == '\r') line_end_ = "\r\n";
  find_indentation();
}

void YamlLines::find_indentation() {
  int above = 0;
  for (const Line& line : lines_) {
    if (line.column < 0 || line.is_comment ||
        text_[line.begin + static_cast<std::size_t>(line.column)] == '-') {
      continue;
    }
    if (line.column > above && line.column - above <= kIndentationMax) {
      indentation_ = line.column - above;
      return;
    }
    above = line.column;
  }
}

std::size_t YamlLines::offset(YamlPlace place) const {
  if (place.line < 0 || place.line >= count() || place.column < 0) return text_.size();
  return std::min(line(place.line).begin + static_cast<std::size_t>(place.column), text_.size());
}

std::string YamlLines::with(YamlSpan span, std::string_view replacement) const {
  return std::string(text_.substr(0, span.begin))
      .append(replacement)
      .append(text_.substr(span.end));
}

bool YamlLines::has_key_at(YamlPlace place, std::string_view key) const {
  const std::string_view rest = text_.substr(offset(place));
  if (rest.starts_with('"') || rest.starts_with('\'')) return true;
  return rest.starts_with(key);
}

// Behind the quote that ends what begins here.
std::optional<std::size_t> YamlLines::behind_quoted(std::size_t at) const {
  const char quote = text_[at];
  for (++at; at < text_.size(); ++at) {
    if (quote == '"' && text_[at] == '\\') {
      ++at;
    } else if (text_[at] == quote) {
      const bool is_doubled = quote == '\'' && at + 1 < text_.size() && text_[at + 1] == quote;
      if (!is_doubled) return at + 1;
      ++at;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> YamlLines::colon_behind(YamlPlace key) const {
  std::size_t at = offset(key);
  if (at >= text_.size()) return std::nullopt;
  const bool is_quoted = text_[at] == '"' || text_[at] == '\'';
  if (is_quoted) {
    const auto end = behind_quoted(at);
    if (!end) return std::nullopt;
    at = *end;
  }
  const std::size_t end = line(key.line).end;
  for (; at < end; ++at) {
    const bool ends = at + 1 >= end || is_blank(text_[at + 1]) || is_quoted;
    if (text_[at] == ':' && ends) return at;
  }
  return std::nullopt;
}

// Whether the line behind this key's belongs to its value.
bool YamlLines::goes_on(YamlPlace key) const {
  for (int number = key.line + 1; number < count(); ++number) {
    if (line(number).column < 0) continue;
    return line(number).column > key.column && !line(number).is_comment;
  }
  return false;
}

std::optional<YamlSpan> YamlLines::one_line_scalar(YamlPlace key, std::size_t from) const {
  if (goes_on(key)) return std::nullopt;
  const std::size_t end = std::min(text_.find('\n', from), text_.size());
  std::size_t begin = from;
  while (begin < end && is_blank(text_[begin])) ++begin;
  if (begin == end || text_[begin] == '#' || text_[begin] == '\r') return YamlSpan{from, from};
  if (std::string_view("|>&*![{").find(text_[begin]) != std::string_view::npos) return std::nullopt;
  std::size_t stop = end;
  if (text_[begin] == '"' || text_[begin] == '\'') {
    const auto behind = behind_quoted(begin);
    if (!behind || *behind > end) return std::nullopt;
    stop = *behind;
  } else {
    for (std::size_t at = begin + 1; at < end; ++at) {
      if (text_[at] == '#' && is_blank(text_[at - 1])) {
        stop = at;
        break;
      }
    }
    while (stop > begin && base::is_space(text_[stop - 1])) --stop;
  }
  return YamlSpan{begin, stop};
}

std::optional<YamlSpan> YamlLines::flow_token(std::size_t from) const {
  std::size_t begin = from;
  while (begin < text_.size() && base::is_space(text_[begin])) ++begin;
  int depth = 0;
  for (std::size_t at = begin; at < text_.size();) {
    const char c = text_[at];
    const bool begins_word = at == begin || depth > 0;
    if ((c == '"' || c == '\'') && begins_word) {
      const auto behind = behind_quoted(at);
      if (!behind) return std::nullopt;
      at = *behind;
      continue;
    }
    if (c == '#' && (at == begin || base::is_space(text_[at - 1]))) return std::nullopt;
    if (depth == 0 && (c == ',' || c == '}' || c == ']')) {
      std::size_t stop = at;
      while (stop > begin && base::is_space(text_[stop - 1])) --stop;
      if (stop == begin) return std::nullopt;
      return YamlSpan{begin, stop};
    }
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    ++at;
  }
  return std::nullopt;
}

YamlSpan YamlLines::block_value(YamlPlace key, std::size_t from, bool may_be_list) const {
  std::size_t end = line(key.line).end;
  for (int number = key.line + 1; number < count(); ++number) {
    const Line& next = line(number);
    if (next.column < 0) continue;
    const bool is_item = may_be_list && next.column == key.column &&
                         text_[next.begin + static_cast<std::size_t>(next.column)] == '-';
    if (next.is_marker || (next.column <= key.column && !is_item)) {
      if (next.is_comment) continue;  // It belongs to what comes, unless that belongs to us.
      break;
    }
    end = next.end;
  }
  return {from, end};
}

std::size_t YamlLines::behind_line(int number) const {
  return number + 1 < count() ? line(number + 1).begin : text_.size();
}

std::size_t YamlLines::end_of_block(YamlPlace last_key) const {
  int last = last_key.line;
  for (int number = last_key.line + 1; number < count(); ++number) {
    const Line& next = line(number);
    if (next.column < 0) continue;
    if (next.is_marker) break;
    if (next.is_comment && next.column <= last_key.column) continue;
    if (next.column < last_key.column) break;
    last = number;
  }
  return behind_line(last);
}

}  // namespace store
