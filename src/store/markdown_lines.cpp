#include "store/markdown_lines.h"

#include <algorithm>

#include "base/text.h"
#include "store/markdown_table.h"

namespace store {

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::optional<HeadingLine> heading_of(std::string_view line) {
  const std::size_t level = std::min(line.find_first_not_of('#'), line.size());
  if (level < 1 || level > 6) return std::nullopt;
  // As CommonMark has it, a heading may be empty: else one would stop being one when the spaces at
  // its end are lost.
  const bool ends = level == line.size() || base::is_space(line[level]);
  if (!ends) return std::nullopt;
  return HeadingLine{static_cast<int>(level), base::trim(line.substr(level))};
}

std::optional<BulletLine> bullet_of(std::string_view line) {
  line = base::trim(line);
  if (line.starts_with("- ") || line.starts_with("* ")) line = base::trim(line.substr(2));
  if (!line.starts_with("**")) return std::nullopt;
  line.remove_prefix(2);
  const std::size_t end = line.find("**");
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  BulletLine bullet{line.substr(0, end), line.substr(end + 2)};
  if (bullet.name.ends_with(':')) {
    bullet.name.remove_suffix(1);
  } else if (bullet.value.starts_with(':')) {
    bullet.value.remove_prefix(1);
  } else {
    return std::nullopt;
  }
  bullet.value = base::trim(bullet.value);
  return bullet;
}

std::string bullet_line(std::string_view name, std::string_view value) {
  std::string line = "- **" + std::string(name) + "**:";
  if (!value.empty()) line += " " + escape_line(value);
  return line + "\n";
}

std::optional<std::vector<std::string_view>> row_cells(std::string_view line) {
  line = base::trim(line);
  if (line.size() < 2 || line.front() != '|') return std::nullopt;
  std::vector<std::string_view> cells;
  std::size_t start = 1;
  for (std::size_t at = 1; at < line.size(); ++at) {
    if (line[at] == '\\') {
      ++at;
    } else if (line[at] == '|') {
      cells.push_back(base::trim(line.substr(start, at - start)));
      start = at + 1;
    }
  }
  if (start < line.size()) return std::nullopt;
  return cells;
}

bool is_delimiter_row(const std::vector<std::string_view>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](std::string_view cell) {
    return cell.find('-') != std::string_view::npos &&
           cell.find_first_not_of("-:") == std::string_view::npos;
  });
}

std::string table_head(const std::vector<std::string>& columns) {
  std::string dashes = "|";
  for (const std::string& column : columns) dashes += std::string(column.size() + 2, '-') + "|";
  return raw_table_row(columns) + dashes + "\n";
}

std::string table_row(const std::vector<std::string>& cells) {
  std::vector<std::string> escaped;
  for (const std::string& cell : cells) escaped.push_back(escape_cell(cell));
  return raw_table_row(escaped);
}

std::string raw_table_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += cell.empty() ? " |" : " " + cell + " |";
  return row + "\n";
}

std::string short_commit(std::string_view commit) {
  constexpr std::size_t kShort = 7;
  const bool is_whole = (commit.size() == 40 || commit.size() == 64) &&
                        std::all_of(commit.begin(), commit.end(), base::is_hex_digit);
  return std::string(is_whole ? commit.substr(0, kShort) : commit);
}

}  // namespace store
