#include "store/markdown_tree.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "store/markdown_parser.h"
#include "store/markdown_shield.h"

namespace store {
namespace {

using model::MarkdownKind;
using model::MarkdownNode;

constexpr std::size_t kHrefBytesMax = 4096;

std::string text_or_empty(const char* text) { return text == nullptr ? std::string() : text; }

// The beginning that is within the limits, up to the end of a line.
std::string_view within_limits(std::string_view markdown, const MarkdownTreeLimits& limits) {
  std::size_t end = 0;
  for (std::size_t lines = 0; lines < limits.lines_max && end < markdown.size(); ++lines) {
    const std::size_t newline = markdown.find_first_of("\r\n", end);
    const std::size_t next = newline == std::string_view::npos ? markdown.size() : newline + 1;
    if (next > limits.bytes_max) {
      // A line that is too long by itself is better cut than left out.
      return end > 0 ? markdown.substr(0, end) : base::clip_utf8(markdown, limits.bytes_max);
    }
    end = next;
  }
  return markdown.substr(0, end);
}

MarkdownNode list_node(cmark_node* from) {
  MarkdownNode node{.kind = MarkdownKind::list};
  node.is_ordered = cmark_node_get_list_type(from) == CMARK_ORDERED_LIST;
  node.start = node.is_ordered ? cmark_node_get_list_start(from) : 1;
  return node;
}

MarkdownNode link_node(cmark_node* from) {
  MarkdownNode node{.kind = MarkdownKind::link};
  std::string href = text_or_empty(cmark_node_get_url(from));
  if (is_safe_link(href)) node.href = std::move(href);
  return node;
}

MarkdownNode code_block_node(cmark_node* from) {
  MarkdownNode node{.kind = MarkdownKind::code_block,
                    .text = text_or_empty(cmark_node_get_literal(from))};
  const std::string info = text_or_empty(cmark_node_get_fence_info(from));
  node.language = info.substr(0, info.find_first_of(" \t"));
  return node;
}

// Those of extensions have no constant that a switch could name.
MarkdownNode extension_node(cmark_node* from) {
  const std::string_view type = cmark_node_get_type_string(from);
  if (type == "table") return {.kind = MarkdownKind::table};
  if (type == "table_header" || type == "table_row") return {.kind = MarkdownKind::row};
  if (type == "table_cell") return {.kind = MarkdownKind::cell};
  if (type == "strikethrough") return {.kind = MarkdownKind::strike};
  return {.kind = MarkdownKind::paragraph};
}

MarkdownNode item_node(cmark_node* from) {
  const std::string_view type = cmark_node_get_type_string(from);
  if (type != "tasklist") return {.kind = MarkdownKind::item};
  MarkdownNode node{.kind = MarkdownKind::task};
  node.is_done = cmark_gfm_extensions_get_tasklist_item_checked(from);
  return node;
}

MarkdownNode inline_node(cmark_node* from) {
  const std::string literal = text_or_empty(cmark_node_get_literal(from));
  switch (cmark_node_get_type(from)) {
    case CMARK_NODE_TEXT:
      return {.kind = MarkdownKind::text, .text = literal};
    case CMARK_NODE_SOFTBREAK:
      return {.kind = MarkdownKind::text, .text = "\n"};
    case CMARK_NODE_LINEBREAK:
      return {.kind = MarkdownKind::line_break};
    case CMARK_NODE_CODE:
      return {.kind = MarkdownKind::code, .text = literal};
    case CMARK_NODE_HTML_INLINE:
      return {.kind = MarkdownKind::html, .text = literal};
    case CMARK_NODE_EMPH:
      return {.kind = MarkdownKind::emphasis};
    case CMARK_NODE_STRONG:
      return {.kind = MarkdownKind::strong};
    case CMARK_NODE_LINK:
    case CMARK_NODE_IMAGE:
      return link_node(from);
    default:
      return extension_node(from);
  }
}

MarkdownNode markdown_node(cmark_node* from) {
  switch (cmark_node_get_type(from)) {
    case CMARK_NODE_DOCUMENT:
      return {.kind = MarkdownKind::document};
    case CMARK_NODE_PARAGRAPH:
      return {.kind = MarkdownKind::paragraph};
    case CMARK_NODE_BLOCK_QUOTE:
      return {.kind = MarkdownKind::quote};
    case CMARK_NODE_LIST:
      return list_node(from);
    case CMARK_NODE_ITEM:
      return item_node(from);
    case CMARK_NODE_HEADING: {
      MarkdownNode node{.kind = MarkdownKind::heading};
      node.level = cmark_node_get_heading_level(from);
      return node;
    }
    case CMARK_NODE_CODE_BLOCK:
      return code_block_node(from);
    case CMARK_NODE_HTML_BLOCK:
      return {.kind = MarkdownKind::html, .text = text_or_empty(cmark_node_get_literal(from))};
    case CMARK_NODE_THEMATIC_BREAK:
      return {.kind = MarkdownKind::rule};
    default:
      return inline_node(from);
  }
}

// Grows the tree along the parser's walk, whose depth is the document's to choose, without a
// recursion of its own.
class Growth {
 public:
  explicit Growth(const MarkdownTreeLimits& limits) : limits_(limits) {}

  MarkdownTree grow(cmark_node* root) {
    const MarkdownIterator iterator(cmark_iter_new(root));
    while (true) {
      const cmark_event_type event = cmark_iter_next(iterator.get());
      if (event == CMARK_EVENT_DONE) return std::move(tree_);
      cmark_node* const node = cmark_iter_get_node(iterator.get());
      if (event == CMARK_EVENT_EXIT) {
        close();
        continue;
      }
      if (open_.size() >= limits_.depth_max || nodes_ >= limits_.nodes_max) {
        // Nothing of it is told, and its end is not seen by us.
        tree_.is_cut = true;
        cmark_iter_reset(iterator.get(), node, CMARK_EVENT_EXIT);
        continue;
      }
      ++nodes_;
      open_.push_back(markdown_node(node));
      if (is_leaf(node)) close();
    }
  }

 private:
  // The walk has no second event for these.
  static bool is_leaf(cmark_node* node) {
    switch (cmark_node_get_type(node)) {
      case CMARK_NODE_HTML_BLOCK:
      case CMARK_NODE_THEMATIC_BREAK:
      case CMARK_NODE_CODE_BLOCK:
      case CMARK_NODE_TEXT:
      case CMARK_NODE_SOFTBREAK:
      case CMARK_NODE_LINEBREAK:
      case CMARK_NODE_CODE:
      case CMARK_NODE_HTML_INLINE:
        return true;
      default:
        return false;
    }
  }

  void close() {
    CHECK(!open_.empty());
    MarkdownNode done = std::move(open_.back());
    open_.pop_back();
    if (open_.empty()) {
      tree_.document = std::move(done);
      return;
    }
    std::vector<MarkdownNode>& siblings = open_.back().children;
    const bool goes_on = done.kind == MarkdownKind::text && !siblings.empty() &&
                         siblings.back().kind == MarkdownKind::text;
    if (goes_on) {
      siblings.back().text += done.text;
    } else {
      siblings.push_back(std::move(done));
    }
  }

  const MarkdownTreeLimits& limits_;
  MarkdownTree tree_;
  std::vector<MarkdownNode> open_;
  std::size_t nodes_ = 0;
};

}  // namespace

base::Result<MarkdownTree> markdown_tree(std::string_view markdown,
                                         const MarkdownTreeLimits& limits) {
  const std::string_view part = within_limits(markdown, limits);
  TRY_ASSIGN(const std::string shielded, shielded_markdown(part));
  const MarkdownDocument parsed = parse_markdown(shielded, MarkdownExtensions::all);
  MarkdownTree tree = Growth(limits).grow(parsed.get());
  if (part.size() < markdown.size()) tree.is_cut = true;
  return tree;
}

bool is_safe_link(std::string_view href) {
  if (href.size() > kHrefBytesMax) return false;
  const auto is_odd = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte <= 0x20 || byte == 0x7f;
  };
  if (std::any_of(href.begin(), href.end(), is_odd)) return false;
  const std::size_t mark = href.find_first_of(":/\\?#");
  if (mark == std::string_view::npos || href[mark] != ':') return true;
  const std::string scheme = base::to_lower(href.substr(0, mark));
  return scheme == "http" || scheme == "https" || scheme == "mailto";
}

}  // namespace store
