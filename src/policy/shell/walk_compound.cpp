#include <algorithm>
#include <string>
#include <utility>

#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

// A loop over more values is walked once, with a value that is not known.
constexpr std::size_t kRoundsMax = 16;

}  // namespace

void Walk::subshell(const Tree& tree, NodeIndex index, const Place& place) {
  const Place inner = after_redirects(tree, place);
  const Scope::Mark mark = scope_.mark();
  statements(tree, index, inner);
  scope_.rewind(mark);
}

void Walk::branches(const Tree& tree, NodeIndex index, const Place& place) {
  const Place inner = after_redirects(tree, place);
  bool in_branch = false;
  Scope::Mark mark = scope_.mark();
  std::vector<Scope::Doubt> doubts;
  for (const NodeIndex child : tree.children(index)) {
    const Kind kind = tree[child].kind;
    if (kind == Kind::token && tree.text(child) == "then") {
      in_branch = true;
      mark = scope_.mark();
    } else if (kind == Kind::elif_clause || kind == Kind::else_clause) {
      if (in_branch) doubts.push_back(scope_.take_back(mark));
      branches(tree, child, inner);
      doubts.push_back(scope_.take_back(mark));
    } else if (kind != Kind::token) {
      statement(tree, child, inner);
    }
  }
  if (in_branch) doubts.push_back(scope_.take_back(mark));
  for (const Scope::Doubt& doubt : doubts) scope_.forget(doubt);
}

void Walk::cases(const Tree& tree, NodeIndex index, const Place& place) {
  const Place inner = after_redirects(tree, place);
  std::vector<Scope::Doubt> doubts;
  for (const NodeIndex child : tree.children(index)) {
    if (tree[child].kind != Kind::case_item) {
      statement(tree, child, inner);
      continue;
    }
    const Scope::Mark mark = scope_.mark();
    statement(tree, child, inner);
    doubts.push_back(scope_.take_back(mark));
  }
  for (const Scope::Doubt& doubt : doubts) scope_.forget(doubt);
}

void Walk::while_loop(const Tree& tree, NodeIndex index, const Place& place) {
  const Place inner = after_redirects(tree, place);
  const Scope::Mark mark = scope_.mark();
  for (const NodeIndex child : tree.children(index)) {
    if (tree[child].kind == Kind::do_group || tree[child].kind == Kind::compound) {
      loop_body(tree, child, inner);
    } else {
      statement(tree, child, inner);
      // What a loop counts in is a number, whichever.
      if (tree[child].kind == Kind::assignment && tree[index].kind == Kind::counting_loop) {
        scope_.assign(tree.text(child + 1), {.words = {{.text = "0", .varies = 0}}});
      }
    }
  }
  scope_.doubt(mark);
}

void Walk::for_loop(const Tree& tree, NodeIndex index, const Place& place) {
  const Place inner = after_redirects(tree, place);
  std::vector<NodeIndex> values;
  std::string name;
  NodeIndex body = 0;
  bool has_list = false;
  for (const NodeIndex child : tree.children(index)) {
    const Kind kind = tree[child].kind;
    if (kind == Kind::token) {
      has_list |= tree.text(child) == "in";
    } else if (kind == Kind::do_group || kind == Kind::compound) {
      body = child;
    } else if (name.empty()) {
      name = tree.text(child);
    } else {
      substitutions(tree, child, tree[child].next);
      values.push_back(child);
    }
  }
  if (body == 0) return;
  Words rounds;
  for (const Span& span : spans_of(tree, values)) {
    for (Word& word : expand(tree, span, scope_)) rounds.push_back(std::move(word));
  }
  if (!has_list) rounds = scope_.arguments.value_or(Words{});
  const std::size_t size = tree[body].next - body;
  if (!rounds.empty() && rounds.size() <= kRoundsMax && rounds.size() * size < steps_left_ / 8) {
    for (const Word& round : rounds) {
      scope_.assign(name, {.words = {round}});
      statement(tree, body, inner);
    }
    return;
  }
  const Scope::Mark mark = scope_.mark();
  scope_.assign_unknown(name);
  loop_body(tree, body, inner);
  scope_.doubt(mark);
}

// A later round begins with what an earlier one has left.
void Walk::loop_body(const Tree& tree, NodeIndex body, const Place& place) {
  steps_left_ -= std::min<std::size_t>(steps_left_, (tree[body].next - body) / 8);
  bool moves = false;
  for (NodeIndex at = body; at < tree[body].next;) {
    const Kind kind = tree[at].kind;
    if (kind == Kind::subshell || kind == Kind::command_substitution) {
      at = tree[at].next;
      continue;
    }
    if (kind == Kind::variable_name && tree[at - 1].kind == Kind::assignment) {
      scope_.assign_unknown(tree.text(at));
    }
    if (kind == Kind::command_name) {
      const std::string_view command = tree.text(at);
      moves |= command == "cd" || command == "pushd" || command == "popd";
    }
    ++at;
  }
  if (moves) scope_.forget_folder();
  statement(tree, body, place);
}

void Walk::define(const Tree& tree, NodeIndex index, const Place&) {
  for (const NodeIndex child : tree.children(index)) {
    if (tree[child].kind != Kind::other) continue;
    scope_.functions[std::string(tree.text(child))] = {.tree = &tree, .body = index};
    return;
  }
}

}  // namespace policy::shell
