// Markdown that we write ourselves, line by line: what a person sees as one row is one line here,
// whatever its cells say. For text that others write there is read_tables.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// Without their ends (`\n` or `\r\n`); the text behind the last end is a line where it is not
// empty.
std::vector<std::string_view> lines_of(std::string_view text);

struct HeadingLine {
  int level = 0;
  std::string_view text;
};
// "## Metadata" from the first column on; nothing for other lines.
std::optional<HeadingLine> heading_of(std::string_view line);

struct BulletLine {
  std::string_view name;
  std::string_view value;  // Trimmed; still escaped.
};
// "- **Name**: value", also with `*` for the dash, without it, or with the colon inside the marks.
std::optional<BulletLine> bullet_of(std::string_view line);
// "- **Name**: value" with the value escaped, and a line's end.
std::string bullet_line(std::string_view name, std::string_view value);

// The raw cells of "| a | b |", trimmed and still escaped; nothing for a line that neither begins
// nor ends with a pipe.
std::optional<std::vector<std::string_view>> row_cells(std::string_view line);
// Whether these are the dashes under a header.
bool is_delimiter_row(const std::vector<std::string_view>& cells);

// The lines of a table, each with its end; cells are escaped here.
std::string table_head(const std::vector<std::string>& columns);
std::string table_row(const std::vector<std::string>& cells);
// The same with cells that are escaped already, or need no escape.
std::string raw_table_row(const std::vector<std::string>& cells);

// A commit's id as people read it: seven digits of a whole one, anything else as it is.
std::string short_commit(std::string_view commit);

}  // namespace store
