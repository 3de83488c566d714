#include "host/codex/toml.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/text.h"

namespace host::codex {
namespace {

std::size_t after_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

// Where the string at `at` ends; npos where it is not closed.
std::size_t after_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  const bool is_long = text.substr(at).starts_with(three);
  const std::string_view close = std::string_view(three).substr(0, is_long ? 3 : 1);
  for (at += close.size(); at < text.size(); ++at) {
    if (text[at] == '\n' && !is_long) break;
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (text.substr(at).starts_with(close)) {
      at += close.size();
      // Two quotes more may be the last of the text inside.
      for (int more = 0; is_long && more < 2 && at < text.size() && text[at] == quote; ++more) ++at;
      return at;
    }
  }
  return std::string_view::npos;
}

// Where the value at `at` ends: at the end of its line, a comma, its comment or a bracket that it
// did not open. npos where a string or a bracket of it is not closed.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  int depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      at = after_string(text, at);
      if (at == std::string_view::npos) return at;
      continue;
    }
    const bool is_close = c == ']' || c == '}';
    if (depth == 0 && (c == '\n' || c == ',' || c == '#' || is_close)) return at;
    if (c == '#') at = after_line(text, at) - 1;
    if (c == '[' || c == '{') ++depth;
    if (is_close) --depth;
    ++at;
  }
  return depth == 0 ? at : std::string_view::npos;
}

// Reads a dotted key and moves `at` behind it; empty where there is none.
TomlPath read_key(std::string_view text, std::size_t& at) {
  TomlPath path;
  while (true) {
    at = after_blanks(text, at);
    const std::size_t begin = at;
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
      at = after_string(text, at);
      if (at == std::string_view::npos) return {};
      const auto part = toml_string(text.substr(begin, at - begin));
      if (!part) return {};
      path.push_back(*part);
    } else {
      while (at < text.size() && (base::is_alnum(text[at]) || text[at] == '_' || text[at] == '-')) {
        ++at;
      }
      if (at == begin) return {};
      path.emplace_back(text.substr(begin, at - begin));
    }
    at = after_blanks(text, at);
    if (at >= text.size() || text[at] != '.') return path;
    ++at;
  }
}

// Reads `key = value` and moves `at` behind it; nothing where there is none.
std::optional<TomlItem> read_pair(std::string_view text, std::size_t& at, TomlPath table) {
  const TomlPath key = read_key(text, at);
  if (key.empty() || at >= text.size() || text[at] != '=') return std::nullopt;
  const std::size_t begin = after_blanks(text, at + 1);
  const std::size_t end = end_of_value(text, begin);
  // What is never closed does not take the rest of the file with it.
  if (end == std::string_view::npos) return std::nullopt;
  at = end;
  table.insert(table.end(), key.begin(), key.end());
  return TomlItem{.path = std::move(table), .value = base::trim(text.substr(begin, end - begin))};
}

TomlItem read_header(std::string_view text, std::size_t at) {
  const bool is_array = text.substr(at).starts_with("[[");
  const std::string_view close = is_array ? "]]" : "]";
  at += close.size();
  TomlPath path = read_key(text, at);
  const bool is_whole = at < text.size() && text.substr(at).starts_with(close);
  return {.path = is_whole ? std::move(path) : TomlPath{}, .is_header = true};
}

std::optional<std::string> value_in(const TomlItem& item, const TomlPath& path) {
  if (item.path == path) return std::string(item.value);
  if (!item.value.starts_with('{') || !starts_with(path, item.path)) return std::nullopt;
  for (std::size_t at = 1; at < item.value.size();) {
    const char c = item.value[at];
    if (c == '#') {
      at = after_line(item.value, at);
    } else if (c == ',' || base::is_space(c)) {
      ++at;
    } else {
      const auto inner = read_pair(item.value, at, item.path);
      if (!inner) return std::nullopt;
      if (auto value = value_in(*inner, path)) return value;
    }
  }
  return std::nullopt;
}

}  // namespace

std::size_t after_line(std::string_view text, std::size_t at) {
  const std::size_t newline = text.find('\n', at);
  return newline == std::string_view::npos ? text.size() : newline + 1;
}

bool starts_with(const TomlPath& path, const TomlPath& start) {
  return path.size() >= start.size() && std::equal(start.begin(), start.end(), path.begin());
}

std::vector<TomlItem> toml_items(std::string_view text) {
  std::vector<TomlItem> items;
  TomlPath table;
  for (std::size_t line = 0; line < text.size();) {
    std::size_t at = after_blanks(text, line);
    std::optional<TomlItem> item;
    if (at < text.size() && text[at] == '[') {
      item = read_header(text, at);
      table = item->path;
    } else {
      item = read_pair(text, at, table);
      if (!item) at = line;
    }
    const TomlRange lines{line, after_line(text, at)};
    line = lines.end;
    if (!item) continue;
    item->lines = lines;
    items.push_back(*std::move(item));
  }
  return items;
}

std::optional<std::string> toml_value(std::string_view text, const TomlPath& path) {
  for (const TomlItem& item : toml_items(text)) {
    if (item.is_header) continue;
    if (auto value = value_in(item, path)) return value;
  }
  return std::nullopt;
}

std::optional<std::string> toml_string(std::string_view value) {
  if (value.starts_with("'''")) return std::nullopt;
  const bool is_literal = value.size() >= 2 && value.front() == '\'' && value.back() == '\'';
  if (is_literal) return std::string(value.substr(1, value.size() - 2));
  const auto parsed = base::parse_json(value);
  if (!parsed.ok() || !parsed->is_string()) return std::nullopt;
  return parsed->get<std::string>();
}

}  // namespace host::codex
