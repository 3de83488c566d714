// Tables and headings of a Markdown document, by cmark-gfm, for readers that must not be fooled by
// a fenced example, an escaped pipe or a cell that looks like a row.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace store {

struct MarkdownTable {
  std::vector<std::string> heading;  // The headings that it stands under, outermost first.
  std::vector<std::string> columns;  // The header's cells.
  std::vector<std::vector<std::string>> rows;  // As many cells as there are columns.
  std::vector<int> row_lines;                  // One a row.
  int line = 0;                                // Of its header.
  bool fenced = false;                         // Inside a ```markdown block: a template.
};

struct MarkdownTableLimits {
  std::size_t bytes_max = 1024U * 1024;
  std::size_t tables_max = 2000;
  std::size_t rows_max = 20'000;
};

// Every table in order. Cells are plain text: inline marks are gone, `<br>` is a line break, `\|`
// is a pipe. A row with more cells than columns (a pipe in backticks splits one) has the rest in
// its last cell. Tables of more than 16 columns are none. too_large over a limit.
base::Result<std::vector<MarkdownTable>> read_tables(std::string_view markdown,
                                                     const MarkdownTableLimits& limits = {});

// A cell's text so that it reads back as it was (B1-18), by unescape_cell and by read_tables alike:
// `\` `|` and line breaks escaped, nothing that could end a row or begin a mark, and no `[x]`.
// Ordinary text looks as it did.
std::string escape_cell(std::string_view text);
// The text of a cell that escape_cell wrote.
std::string unescape_cell(std::string_view cell);
// One line of text for a bullet: line breaks become `<br>`, Markdown stays as it was. And back.
std::string escape_line(std::string_view text);
std::string unescape_line(std::string_view line);

}  // namespace store
