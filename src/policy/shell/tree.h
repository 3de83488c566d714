// A parsed command as a flat tree. What the grammar and its library are called stays in tree.cpp.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace policy::shell {

enum class Kind : std::uint8_t {
  other,  // A word, a string, an expression: of interest for its text and for what is inside.
  token,  // An operator or a reserved word.
  error,
  arithmetic,
  array,
  assignment,
  assignments,
  case_item,
  case_statement,
  command,
  command_name,
  command_substitution,
  comment,
  compound,
  counting_loop,
  declaration,
  descriptor,
  do_group,
  elif_clause,
  else_clause,
  expansion,
  file_redirect,
  for_loop,
  function,
  here_document,
  here_string,
  if_statement,
  list,
  negation,
  pipeline,
  process_substitution,
  program,
  redirected,
  subshell,
  test,
  unset,
  variable_name,
  while_loop,
};

using NodeIndex = std::uint32_t;

struct Node {
  Kind kind = Kind::other;
  bool missing = false;  // Not in the text; the grammar wanted one here.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  NodeIndex next = 0;  // Behind its descendants, which follow it directly.
};

// Node 0 is the program. Nodes stand in the order of the text, parents before their children.
class Tree {
 public:
  // Text of any kind gives a tree; `broken()` says whether the grammar accepts it.
  static Tree parse(std::string text);
  // One that was read otherwise.
  static Tree of(std::string text, std::vector<Node> nodes);

  const Node& operator[](NodeIndex index) const { return nodes_[index]; }
  NodeIndex size() const { return static_cast<NodeIndex>(nodes_.size()); }
  bool broken() const { return broken_; }
  // Without white space around it, which the grammar counts to some nodes.
  std::string_view text(NodeIndex index) const;
  std::string_view text(std::uint32_t begin, std::uint32_t end) const {
    return std::string_view(text_).substr(begin, end - begin);
  }
  std::vector<NodeIndex> children(NodeIndex index) const;

 private:
  std::string text_;
  std::vector<Node> nodes_;
  bool broken_ = false;
};

}  // namespace policy::shell
