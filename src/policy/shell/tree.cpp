#include "policy/shell/tree.h"

#include <tree_sitter/api.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <utility>

#include "base/check.h"
#include "base/text.h"

extern "C" const TSLanguage* tree_sitter_bash();

namespace policy::shell {
namespace {

struct Name {
  std::string_view name;
  Kind kind;
};

constexpr Name kNames[] = {
    {"ERROR", Kind::error},
    {"arithmetic_expansion", Kind::arithmetic},
    {"array", Kind::array},
    {"c_style_for_statement", Kind::counting_loop},
    {"case_item", Kind::case_item},
    {"case_statement", Kind::case_statement},
    {"command", Kind::command},
    {"command_name", Kind::command_name},
    {"command_substitution", Kind::command_substitution},
    {"comment", Kind::comment},
    {"compound_statement", Kind::compound},
    {"declaration_command", Kind::declaration},
    {"do_group", Kind::do_group},
    {"elif_clause", Kind::elif_clause},
    {"else_clause", Kind::else_clause},
    {"expansion", Kind::expansion},
    {"file_descriptor", Kind::descriptor},
    {"file_redirect", Kind::file_redirect},
    {"for_statement", Kind::for_loop},
    {"function_definition", Kind::function},
    {"heredoc_redirect", Kind::here_document},
    {"herestring_redirect", Kind::here_string},
    {"if_statement", Kind::if_statement},
    {"list", Kind::list},
    {"negated_command", Kind::negation},
    {"pipeline", Kind::pipeline},
    {"process_substitution", Kind::process_substitution},
    {"program", Kind::program},
    {"redirected_statement", Kind::redirected},
    {"subshell", Kind::subshell},
    {"test_command", Kind::test},
    {"unset_command", Kind::unset},
    {"variable_assignment", Kind::assignment},
    {"variable_assignments", Kind::assignments},
    {"variable_name", Kind::variable_name},
    {"while_statement", Kind::while_loop},
};

Kind kind_named(std::string_view name) {
  const auto* const found = std::lower_bound(
      std::begin(kNames), std::end(kNames), name,
      [](const Name& entry, std::string_view wanted) { return entry.name < wanted; });
  return found != std::end(kNames) && found->name == name ? found->kind : Kind::other;
}

// The kinds of the grammar's symbols, looked up by name when a symbol is first met.
class Kinds {
 public:
  Kind of(TSNode node) {
    if (!ts_node_is_named(node)) return Kind::token;
    const std::size_t symbol = ts_node_symbol(node);
    if (symbol >= known_.size()) return kind_named(ts_node_type(node));
    if (!known_[symbol]) {
      known_[symbol] = true;
      kinds_[symbol] = kind_named(ts_node_type(node));
    }
    return kinds_[symbol];
  }

 private:
  std::array<bool, 512> known_{};
  std::array<Kind, 512> kinds_{};
};

void flatten(TSNode root, std::vector<Node>& nodes) {
  Kinds kinds;
  std::vector<NodeIndex> open;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  bool more = true;
  while (more) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    open.push_back(static_cast<NodeIndex>(nodes.size()));
    nodes.push_back({.kind = kinds.of(node),
                     .missing = ts_node_is_missing(node),
                     .begin = ts_node_start_byte(node),
                     .end = ts_node_end_byte(node)});
    if (ts_tree_cursor_goto_first_child(&cursor)) continue;
    for (;;) {
      nodes[open.back()].next = static_cast<NodeIndex>(nodes.size());
      open.pop_back();
      if (ts_tree_cursor_goto_next_sibling(&cursor)) break;
      more = ts_tree_cursor_goto_parent(&cursor);
      if (!more) break;
    }
  }
  ts_tree_cursor_delete(&cursor);
}

}  // namespace

Tree Tree::parse(std::string text) {
  const std::unique_ptr<TSParser, decltype(&ts_parser_delete)> parser(ts_parser_new(),
                                                                      ts_parser_delete);
  CHECK(ts_parser_set_language(parser.get(), tree_sitter_bash()));
  Tree tree;
  tree.text_ = std::move(text);
  const std::unique_ptr<TSTree, decltype(&ts_tree_delete)> parsed(
      ts_parser_parse_string(parser.get(), nullptr, tree.text_.data(),
                             static_cast<std::uint32_t>(tree.text_.size())),
      ts_tree_delete);
  const TSNode root = ts_tree_root_node(parsed.get());
  tree.broken_ = ts_node_has_error(root);
  flatten(root, tree.nodes_);
  return tree;
}

Tree Tree::of(std::string text, std::vector<Node> nodes) {
  Tree tree;
  tree.text_ = std::move(text);
  tree.nodes_ = std::move(nodes);
  return tree;
}

std::string_view Tree::text(NodeIndex index) const {
  return base::trim(text(nodes_[index].begin, nodes_[index].end));
}

std::vector<NodeIndex> Tree::children(NodeIndex index) const {
  std::vector<NodeIndex> found;
  for (NodeIndex child = index + 1; child < nodes_[index].next; child = nodes_[child].next) {
    found.push_back(child);
  }
  return found;
}

}  // namespace policy::shell
