// Where things stand in a text of TOML, so that it can be edited as text. What is not TOML is
// passed over.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host::codex {

using TomlPath = std::vector<std::string>;
bool starts_with(const TomlPath& path, const TomlPath& start);

struct TomlRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// A header or a `key = value`, whole lines of the text.
struct TomlItem {
  TomlPath path;  // The table's name, and behind it the key's; empty for a header that is none.
  bool is_header = false;
  TomlRange lines = {};
  std::string_view value = {};
};

// All of them, in their order. Lines that are neither, such as comments, stand between them.
std::vector<TomlItem> toml_items(std::string_view text);

// The value at a path as it is written, without its comment: in a table, under a dotted key or in
// an inline table.
std::optional<std::string> toml_value(std::string_view text, const TomlPath& path);
// A string of one line without its quotes; nothing where the value is none.
std::optional<std::string> toml_string(std::string_view value);

// Behind the line that `at` is in.
std::size_t after_line(std::string_view text, std::size_t at);

}  // namespace host::codex
