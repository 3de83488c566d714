#include "store/markdown_table.h"

#include <cmark-gfm.h>

#include <algorithm>

#include "base/text.h"
#include "store/markdown_lines.h"
#include "store/markdown_parser.h"
#include "store/markdown_shield.h"

namespace store {
namespace {

std::string_view type_of(cmark_node* node) { return cmark_node_get_type_string(node); }

std::string_view literal_of(cmark_node* node) {
  const char* const text = cmark_node_get_literal(node);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

bool is_line_break(std::string_view tag) {
  return base::to_lower(tag.substr(0, 3)) == "<br" && tag.size() > 3 && !base::is_alnum(tag[3]);
}

// The text below a node without its marks. Tags other than <br> stay: `<sha>` is no mark of ours.
std::string plain_text_of(cmark_node* node) {
  std::string text;
  const MarkdownIterator iterator(cmark_iter_new(node));
  for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iterator.get())) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* const inner = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(inner);
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) {
      text += literal_of(inner);
    } else if (type == CMARK_NODE_HTML_INLINE) {
      is_line_break(literal_of(inner)) ? text += '\n' : text += literal_of(inner);
    } else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) {
      text += ' ';
    }
  }
  return text;
}

std::vector<std::string> cells_of(cmark_node* row) {
  std::vector<std::string> cells;
  for (cmark_node* cell = cmark_node_first_child(row); cell != nullptr;
       cell = cmark_node_next(cell)) {
    cells.push_back(plain_text_of(cell));
  }
  return cells;
}

// What GFM drops: the raw text from the last column's cell to the end of its row, where a row has
// more cells than there are columns.
std::string overflow_of(std::string_view line, std::size_t columns) {
  const std::size_t pipe = line.find('|');
  const auto cells = row_cells(pipe == std::string_view::npos ? line : line.substr(pipe));
  if (!cells || columns == 0 || cells->size() <= columns) return "";
  const std::string_view first = (*cells)[columns - 1];
  const std::string_view last = cells->back();
  const auto length = static_cast<std::size_t>(last.data() + last.size() - first.data());
  std::string text(first.data(), length);
  std::erase(text, '`');
  return text;
}

bool is_markdown_fence(cmark_node* block) {
  const char* const info = cmark_node_get_fence_info(block);
  if (info == nullptr) return false;
  std::string_view word(info);
  word = word.substr(0, word.find_first_of(" \t{"));
  return base::to_lower(word) == "markdown" || base::to_lower(word) == "md";
}

class TableReader {
 public:
  explicit TableReader(const MarkdownTableLimits& limits) : limits_(limits) {}

  base::Result<void> read(std::string_view markdown, bool fenced, int lines_above,
                          std::vector<std::string> outer) {
    const std::vector<std::string_view> lines = lines_of(markdown);
    const Document document{lines, std::move(outer), lines_above, fenced};
    std::vector<std::string> headings(kLevels);
    const MarkdownDocument parsed = parse_markdown(markdown, MarkdownExtensions::tables);
    const MarkdownIterator iterator(cmark_iter_new(parsed.get()));
    for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
         event = cmark_iter_next(iterator.get())) {
      if (event != CMARK_EVENT_ENTER) continue;
      TRY(visit(cmark_iter_get_node(iterator.get()), document, headings));
    }
    return {};
  }

  std::vector<MarkdownTable> take() { return std::move(tables_); }

 private:
  static constexpr std::size_t kLevels = 6;
  static constexpr std::size_t kHeadingBytesMax = 200;  // Each table has a copy.

  struct Document {
    const std::vector<std::string_view>& lines;
    std::vector<std::string> outer;  // The headings that a fenced one stands under.
    int lines_above = 0;
    bool fenced = false;
  };

  base::Result<void> visit(cmark_node* node, const Document& document,
                           std::vector<std::string>& headings) {
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING) {
      const auto level = static_cast<std::size_t>(cmark_node_get_heading_level(node));
      headings[level - 1] = base::clip_utf8(plain_text_of(node), kHeadingBytesMax);
      std::fill(headings.begin() + static_cast<std::ptrdiff_t>(level), headings.end(), "");
    } else if (type == CMARK_NODE_CODE_BLOCK && !document.fenced && is_markdown_fence(node)) {
      const std::string inner(literal_of(node));
      return read(inner, true, cmark_node_get_start_line(node), path_of(document, headings));
    } else if (type_of(node) == "table") {
      return read_table(node, document, path_of(document, headings));
    }
    return {};
  }

  static std::vector<std::string> path_of(const Document& document,
                                          const std::vector<std::string>& headings) {
    std::vector<std::string> path = document.outer;
    for (const std::string& heading : headings) {
      if (!heading.empty()) path.push_back(heading);
    }
    return path;
  }

  base::Result<void> read_table(cmark_node* node, const Document& document,
                                std::vector<std::string> path) {
    MarkdownTable table;
    table.heading = std::move(path);
    table.fenced = document.fenced;
    table.line = document.lines_above + cmark_node_get_start_line(node);
    for (cmark_node* row = cmark_node_first_child(node); row != nullptr;
         row = cmark_node_next(row)) {
      const int line = cmark_node_get_start_line(row);
      if (type_of(row) == "table_header") {
        table.columns = cells_of(row);
        table.line = document.lines_above + line;
        continue;
      }
      if (++rows_ > limits_.rows_max) return too_large("rows");
      table.rows.push_back(cells_of(row));
      table.row_lines.push_back(document.lines_above + line);
      table.rows.back().resize(table.columns.size());
      const auto place = static_cast<std::size_t>(line);
      if (place < 1 || place > document.lines.size()) continue;
      std::string whole = overflow_of(document.lines[place - 1], table.columns.size());
      if (!whole.empty()) table.rows.back().back() = std::move(whole);
    }
    if (tables_.size() >= limits_.tables_max) return too_large("tables");
    tables_.push_back(std::move(table));
    return {};
  }

  static base::Error too_large(std::string_view what) {
    return {base::Code::too_large, "Markdown with too many " + std::string(what), ""};
  }

  const MarkdownTableLimits& limits_;
  std::vector<MarkdownTable> tables_;
  std::size_t rows_ = 0;
};

}  // namespace

base::Result<std::vector<MarkdownTable>> read_tables(std::string_view markdown,
                                                     const MarkdownTableLimits& limits) {
  if (markdown.size() > limits.bytes_max) {
    return base::Error{base::Code::too_large,
                       "Markdown of more than " + std::to_string(limits.bytes_max) + " bytes", ""};
  }
  TRY_ASSIGN(const std::string text, shielded_markdown(markdown));
  TableReader reader(limits);
  TRY(reader.read(text, false, 0, {}));
  return reader.take();
}

}  // namespace store
