#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "policy/shell/source.h"
#include "policy/shell/walk.h"

namespace policy::shell {

std::string_view Command::name() const { return base_name(words.front().text); }

void Walk::substitutions(const Tree& tree, NodeIndex first, NodeIndex behind) {
  for (NodeIndex at = first; at < behind;) {
    const Kind kind = tree[at].kind;
    if (kind == Kind::command_substitution || kind == Kind::process_substitution) {
      // `>(cmd)` reads what is written to it; `<(cmd)` and `$(cmd)` begin with no input of their
      // own.
      const bool reads = kind == Kind::process_substitution && tree.text(at).starts_with('>');
      statement(tree, at, {.input = reads ? Input::stream : Input::none});
      at = tree[at].next;
    } else if (kind == Kind::subshell) {
      at = tree[at].next;
    } else {
      ++at;
    }
  }
}

Walk::Place Walk::after_redirects(const Tree& tree, const Place& place) {
  Place after{.input = place.input, .redirects = {}};
  for (const NodeIndex redirect : place.redirects) {
    static_cast<void>(redirection(tree, redirect, after.input));
  }
  return after;
}

namespace {

bool is_descriptor(const Word& word) {
  std::string_view text = word.text;
  if (text.ends_with('-')) text.remove_suffix(1);
  return word.is_literal() && std::all_of(text.begin(), text.end(), base::is_digit);
}

}  // namespace

std::vector<NodeIndex> Walk::redirection(const Tree& tree, NodeIndex index, Input& input) {
  substitutions(tree, index + 1, tree[index].next);
  if (tree[index].kind != Kind::file_redirect) {
    input = Input::stream;
    return {};
  }
  std::string_view descriptor;
  std::string_view sign;
  std::vector<NodeIndex> targets;
  for (const NodeIndex child : tree.children(index)) {
    const Kind kind = tree[child].kind;
    if (kind == Kind::descriptor) {
      descriptor = tree.text(child);
    } else if (sign.empty() && kind == Kind::token) {
      sign = tree.text(child);
    } else {
      targets.push_back(child);
    }
  }
  const std::vector<Span> spans = spans_of(tree, targets);
  if (spans.empty()) return {};
  std::erase_if(targets, [&](NodeIndex target) { return target < spans.front().behind; });
  const std::string_view raw = tree.text(spans.front().begin, spans.front().end);
  const Words words = expand(tree, spans.front(), scope_);
  const bool is_input = sign.starts_with('<');
  const bool is_here = is_input && raw.starts_with('\'') && raw.substr(1).starts_with(kHereMark);
  for (const Word& word : words) {
    if (sign.ends_with('&') && is_descriptor(word)) continue;
    if (sign == "<&") continue;
    if (is_input && (descriptor.empty() || descriptor == "0")) {
      input = is_here || word.stream || word.is("/dev/stdin") ? Input::stream : Input::file;
    }
    if (is_here) continue;
    touch(word, {.use = is_input ? FileUse::read : FileUse::write, .by = sign});
  }
  return targets;
}

void Walk::command(const Tree& tree, NodeIndex index, const Place& place) {
  std::vector<NodeIndex> assignments;
  std::vector<NodeIndex> nodes;
  std::vector<NodeIndex> redirects;
  std::vector<NodeIndex> groups;
  for (const NodeIndex child : tree.children(index)) {
    const Kind kind = tree[child].kind;
    if (kind == Kind::assignment) {
      assignments.push_back(child);
    } else if (kind == Kind::subshell) {
      groups.push_back(child);
    } else if (kind == Kind::file_redirect || kind == Kind::here_string ||
               kind == Kind::here_document) {
      redirects.push_back(child);
    } else {
      nodes.push_back(child);
      substitutions(tree, child, tree[child].next);
    }
  }
  redirects.insert(redirects.end(), place.redirects.begin(), place.redirects.end());
  for (const NodeIndex assigned : assignments) {
    substitutions(tree, assigned, tree[assigned].next);
  }
  Command command{.words = {}, .input = place.input};
  for (const NodeIndex redirect : redirects) {
    for (const NodeIndex word : redirection(tree, redirect, command.input)) nodes.push_back(word);
  }
  std::sort(nodes.begin(), nodes.end());
  for (const Span& span : spans_of(tree, nodes)) {
    for (Word& word : expand(tree, span, scope_)) command.words.push_back(std::move(word));
  }
  if (command.words.empty()) {
    for (const NodeIndex assigned : assignments) assignment(tree, assigned);
  } else {
    run(command);
  }
  for (const NodeIndex group : groups) statement(tree, group, {.input = command.input});
}

void Walk::declaration(const Tree& tree, NodeIndex index, const Place& place) {
  static_cast<void>(after_redirects(tree, place));
  substitutions(tree, index, tree[index].next);
  if (tree[index].kind == Kind::assignment) return assignment(tree, index);
  for (const NodeIndex child : tree.children(index)) {
    const Kind kind = tree[child].kind;
    if (kind == Kind::assignment) {
      assignment(tree, child);
    } else if (kind == Kind::variable_name && tree[index].kind == Kind::unset) {
      scope_.assign_unknown(tree.text(child));
    }
  }
}

void Walk::assignment(const Tree& tree, NodeIndex index) {
  const std::vector<NodeIndex> children = tree.children(index);
  if (children.size() < 2) return;
  const std::string_view name = tree.text(children[0]);
  const std::size_t bracket = name.find('[');
  if (bracket != std::string_view::npos || tree.text(children[1]) != "=") {
    return scope_.assign_unknown(name.substr(0, bracket));
  }
  const std::vector<NodeIndex> values(children.begin() + 2, children.end());
  Value value;
  value.array = !values.empty() && tree[values.front()].kind == Kind::array;
  std::vector<NodeIndex> parts = values;
  if (value.array) {
    parts = tree.children(values.front());
    std::erase_if(parts, [&](NodeIndex part) { return tree[part].kind == Kind::token; });
  }
  for (const Span& span : spans_of(tree, parts)) {
    for (Word& word : expand(tree, span, scope_)) value.words.push_back(std::move(word));
  }
  if (!value.array && value.words.size() > 1) return scope_.assign_unknown(name);
  if (value.words.empty() && !value.array) value.words.push_back(Word{});
  scope_.assign(name, std::move(value));
}

}  // namespace policy::shell
