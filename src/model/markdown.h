// A Markdown text as a tree, for those who show it: what was markup is told by the nodes, and what
// they say is plain text.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace model {

enum class MarkdownKind {
  document,
  paragraph,
  quote,
  heading,
  list,
  item,
  task,  // An item with a box.
  table,
  row,  // The first of a table is its head.
  cell,
  emphasis,
  strong,
  strike,
  link,  // Of an image too: its children are what stands for it.
  text,
  code,
  html,  // As it was written; nobody is to take it for markup.
  code_block,
  line_break,
  rule,
};

struct MarkdownNode {
  MarkdownKind kind = MarkdownKind::document;
  std::string text;      // text, code, html, code_block
  std::string language;  // code_block; empty: none is told.
  int level = 0;         // heading: 1 to 6
  bool is_ordered = false;
  std::int64_t start = 1;           // list, ordered
  bool is_done = false;             // task
  std::optional<std::string> href;  // link; none where it is not safe to follow.
  std::vector<MarkdownNode> children;
};

}  // namespace model
