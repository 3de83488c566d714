// Where things stand in a YAML text, by its lines. Knows as much of YAML as is needed to find the
// end of a value; see yaml_edit.h. Private to store/.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace store {

// As the parser counts them: from 0, columns in bytes.
struct YamlPlace {
  int line = 0;
  int column = 0;
};

// Bytes from `begin` to before `end`.
struct YamlSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool is_empty() const { return begin == end; }
};

class YamlLines {
 public:
  // `text` outlives this.
  explicit YamlLines(std::string_view text);

  std::string_view text() const { return text_; }
  // "\n", or "\r\n" where the first line ends so.
  std::string_view line_end() const { return line_end_; }
  // How many columns a level is deeper than the one around it; 2 where the text does not tell.
  int indentation() const { return indentation_; }

  std::size_t offset(YamlPlace place) const;
  // The text with `replacement` in the place of these bytes.
  std::string with(YamlSpan span, std::string_view replacement) const;

  // Whether this key, plain or in quotes, begins there.
  bool has_key_at(YamlPlace place, std::string_view key) const;
  // Of the key that begins there, on the same line.
  std::optional<std::size_t> colon_behind(YamlPlace key) const;

  // A key's value that is over before its line is, without the blanks around it and a comment
  // behind it; empty for none. Nothing where more lines may belong to it.
  std::optional<YamlSpan> one_line_scalar(YamlPlace key, std::size_t from) const;
  // The same between the braces of a flow mapping; lists and mappings with their brackets.
  std::optional<YamlSpan> flow_token(std::size_t from) const;
  // All that belongs to the value of this key: the rest of its line, and those that are deeper.
  YamlSpan block_value(YamlPlace key, std::size_t from, bool may_be_list) const;

  // The first byte behind a line.
  std::size_t behind_line(int line) const;
  // Behind the last line that belongs to the mapping whose last key this is. Blank lines and
  // comments that are no deeper than the key are left behind.
  std::size_t end_of_block(YamlPlace last_key) const;

 private:
  struct Line {
    std::size_t begin = 0;
    std::size_t end = 0;  // Without its line end.
    int column = -1;      // Of the first character that is no blank; -1: there is none.
    bool is_comment = false;
    bool is_marker = false;  // `---` or `...`
  };
  const Line& line(int number) const { return lines_[static_cast<std::size_t>(number)]; }
  int count() const { return static_cast<int>(lines_.size()); }
  void find_indentation();
  bool goes_on(YamlPlace key) const;
  std::optional<std::size_t> behind_quoted(std::size_t at) const;

  std::string_view text_;
  std::vector<Line> lines_;
  std::string_view line_end_ = "\n";
  int indentation_ = 2;
};

}  // namespace store
