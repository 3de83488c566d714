#include "policy/shell/walk.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text.h"
#include "policy/shell/plain.h"
#include "policy/shell/source.h"

namespace policy::shell {
namespace {

constexpr int kWalkDepthMax = 100;
// The grammar's library takes time by the square of a text with mistakes, and breaks on a row of
// 65,536 of them. Here-documents do not count: they are out of the text by then.
constexpr std::size_t kGrammarMax = 16384;

bool is_redirect(Kind kind) {
  return kind == Kind::file_redirect || kind == Kind::here_string || kind == Kind::here_document;
}

// A statement that hands its redirections on to the last simple command in it.
bool hands_redirects_on(Kind kind) {
  return kind == Kind::command || kind == Kind::list || kind == Kind::pipeline ||
         kind == Kind::negation || kind == Kind::redirected;
}

// Whether an error in the tree is one that hides no command: the grammar knows less of expressions
// than the shell does.
bool is_harmless_error(const Tree& tree, NodeIndex index, NodeIndex inside_expression_until) {
  const Node& node = tree[index];
  // `A=1 >f` is a command without a name.
  if (node.missing && index > 0 && tree[index - 1].kind == Kind::command_name) return true;
  if (index >= inside_expression_until) return false;
  for (NodeIndex below = index; below < node.next; ++below) {
    const Kind kind = tree[below].kind;
    if (kind == Kind::command || is_redirect(kind)) return false;
  }
  return true;
}

// Whether what stands behind it with `&&` may well not run.
bool is_test(const Tree& tree, NodeIndex index) {
  return tree[index].kind == Kind::test || tree.text(index).starts_with("test ");
}

bool closes(const Tree& tree, NodeIndex index) {
  const std::vector<NodeIndex> children = tree.children(index);
  return !children.empty() && tree[children.back()].kind == Kind::token &&
         !tree[children.back()].missing;
}

// The program of `$(which node)`; empty where it is not that.
std::string_view named_by_search(std::string_view text) {
  for (const std::string_view search : {"$(which ", "$(command -v ", "`which "}) {
    if (!text.starts_with(search)) continue;
    const std::string_view name =
        base::trim(text.substr(search.size(), text.size() - search.size() - 1));
    const bool is_plain = name.find_first_of("$`\"'\\;&|<>() ") == std::string_view::npos;
    return is_plain ? name : std::string_view();
  }
  return {};
}

bool parses(const Tree& tree) {
  if (!tree.broken()) return true;
  NodeIndex inside_until = 0;
  for (NodeIndex index = 0; index < tree.size(); ++index) {
    const Node& node = tree[index];
    const bool is_expression =
        node.kind == Kind::test || node.kind == Kind::arithmetic || node.kind == Kind::expansion;
    if (is_expression && closes(tree, index)) inside_until = std::max(inside_until, node.next);
    const bool is_error = node.kind == Kind::error || node.missing;
    if (is_error && !is_harmless_error(tree, index, inside_until)) return false;
  }
  return true;
}

}  // namespace

bool Walk::step() {
  if (steps_left_ > 0) {
    steps_left_ -= 1;
    return true;
  }
  report_.unread("a command too long to follow");
  return false;
}

void Walk::run_text(std::string_view text, Input input) {
  if (!step() || depth_ >= kWalkDepthMax) return report_.unread("code nested too deep to follow");
  steps_left_ -= std::min(steps_left_, text.size() / 8);
  Source source = read_source(text);
  if (source.too_deep) return report_.unread("code nested too deep to follow");
  if (source.broken) report_.unread("text that does not parse");
  std::optional<Tree> plain;
  if (reading_ == Reading::quickest) plain = read_plain(source.text);
  if (!plain && source.text.size() > kGrammarMax) {
    return report_.unread("a command too long to parse");
  }
  trees_.push_back(plain ? std::move(*plain) : Tree::parse(std::move(source.text)));
  const Tree& tree = trees_.back();
  if (!parses(tree)) report_.unread("text that does not parse");
  statement(tree, 0, {.input = input});
}

void Walk::run_own_text(std::string_view text, const std::optional<Words>& arguments, Input input) {
  const Scope::Mark mark = scope_.mark();
  std::optional<Words> outer = std::exchange(scope_.arguments, arguments);
  run_text(text, input);
  scope_.arguments = std::move(outer);
  scope_.rewind(mark);
}

void Walk::statement(const Tree& tree, NodeIndex index, const Place& place) {
  struct Row {
    Kind kind;
    void (Walk::*run)(const Tree&, NodeIndex, const Place&);
  };
  // A kind that is not here is a word: it may have substitutions in it.
  static constexpr Row kRows[] = {
      {Kind::token, &Walk::nothing},
      {Kind::comment, &Walk::nothing},
      {Kind::command, &Walk::command},
      {Kind::declaration, &Walk::declaration},
      {Kind::unset, &Walk::declaration},
      {Kind::assignment, &Walk::declaration},
      {Kind::assignments, &Walk::declaration},
      {Kind::list, &Walk::list},
      {Kind::pipeline, &Walk::pipeline},
      {Kind::redirected, &Walk::redirected},
      {Kind::file_redirect, &Walk::lone_redirect},
      {Kind::here_string, &Walk::lone_redirect},
      {Kind::here_document, &Walk::lone_redirect},
      {Kind::negation, &Walk::negation},
      {Kind::subshell, &Walk::subshell},
      {Kind::command_substitution, &Walk::subshell},
      {Kind::process_substitution, &Walk::subshell},
      {Kind::if_statement, &Walk::branches},
      {Kind::case_statement, &Walk::cases},
      {Kind::while_loop, &Walk::while_loop},
      {Kind::counting_loop, &Walk::while_loop},
      {Kind::for_loop, &Walk::for_loop},
      {Kind::function, &Walk::define},
      {Kind::program, &Walk::group},
      {Kind::compound, &Walk::group},
      {Kind::do_group, &Walk::group},
      {Kind::elif_clause, &Walk::group},
      {Kind::else_clause, &Walk::group},
      {Kind::case_item, &Walk::group},
      {Kind::error, &Walk::group},
  };
  if (!step()) return;
  if (depth_ >= kWalkDepthMax) return report_.unread("code nested too deep to follow");
  depth_ += 1;
  const Kind kind = tree[index].kind;
  const auto* const row =
      std::find_if(std::begin(kRows), std::end(kRows),
                   [&](const Row& candidate) { return candidate.kind == kind; });
  (this->*(row == std::end(kRows) ? &Walk::word : row->run))(tree, index, place);
  depth_ -= 1;
}

void Walk::nothing(const Tree&, NodeIndex, const Place&) {}

void Walk::word(const Tree& tree, NodeIndex index, const Place& place) {
  static_cast<void>(after_redirects(tree, place));
  substitutions(tree, index, tree[index].next);
}

void Walk::lone_redirect(const Tree& tree, NodeIndex index, const Place& place) {
  Input ignored = place.input;
  static_cast<void>(redirection(tree, index, ignored));
}

void Walk::negation(const Tree& tree, NodeIndex index, const Place& place) {
  for (const NodeIndex child : tree.children(index)) statement(tree, child, place);
}

void Walk::group(const Tree& tree, NodeIndex index, const Place& place) {
  statements(tree, index, after_redirects(tree, place));
}

void Walk::statements(const Tree& tree, NodeIndex parent, const Place& place) {
  for (NodeIndex child = parent + 1; child < tree[parent].next; child = tree[child].next) {
    if (tree[child].kind == Kind::token) continue;
    const Scope::Mark mark = scope_.mark();
    statement(tree, child, place);
    // In the background it runs in a shell of its own.
    const NodeIndex behind = tree[child].next;
    const bool in_background =
        behind < tree[parent].next && tree[behind].kind == Kind::token && tree.text(behind) == "&";
    if (in_background) scope_.rewind(mark);
  }
}

void Walk::redirected(const Tree& tree, NodeIndex index, const Place& place) {
  Place inner{.input = place.input, .redirects = {}};
  std::vector<NodeIndex> bodies;
  for (const NodeIndex child : tree.children(index)) {
    if (is_redirect(tree[child].kind)) {
      inner.redirects.push_back(child);
    } else if (tree[child].kind != Kind::token) {
      bodies.push_back(child);
    }
  }
  inner.redirects.insert(inner.redirects.end(), place.redirects.begin(), place.redirects.end());
  if (bodies.empty() || !hands_redirects_on(tree[bodies.front()].kind)) {
    inner = after_redirects(tree, inner);
  }
  for (const NodeIndex body : bodies) statement(tree, body, inner);
}

// `a && b || c` is nested to the left, and so deep that only a loop can follow it.
void Walk::list(const Tree& tree, NodeIndex index, const Place& place) {
  struct Part {
    NodeIndex node = 0;
    bool only_on_failure = false;
    std::vector<NodeIndex> redirects;
  };
  std::vector<Part> parts;
  std::vector<NodeIndex> redirects = place.redirects;
  for (NodeIndex at = index;;) {
    const std::vector<NodeIndex> children = tree.children(at);
    const Kind kind = tree[at].kind;
    if (kind == Kind::redirected && !children.empty() &&
        tree[children.front()].kind == Kind::list) {
      redirects.insert(redirects.begin(), children.begin() + 1, children.end());
      at = children.front();
    } else if (kind == Kind::list && children.size() == 3) {
      parts.push_back({children[2], tree.text(children[1]) == "||", std::move(redirects)});
      redirects.clear();
      at = children.front();
    } else if (kind == Kind::list) {
      // Read without the grammar, or broken: all parts in a row, the last one with redirections.
      for (std::size_t i = children.size(); i-- > 0;) {
        if (tree[children[i]].kind == Kind::token) continue;
        const bool after_or = i > 0 && tree.text(children[i - 1]) == "||";
        parts.push_back({children[i], after_or, std::exchange(redirects, {})});
      }
      break;
    } else {
      parts.push_back({at, false, std::move(redirects)});
      break;
    }
  }
  if (parts.empty()) return;
  const Scope::Mark before = scope_.mark();
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
    const Scope::Mark mark = scope_.mark();
    statement(tree, part->node, {.input = place.input, .redirects = part->redirects});
    if (part->only_on_failure) scope_.doubt(mark);
  }
  // `[ -d x ] && cd x; …`: nobody knows whether it did.
  if (is_test(tree, parts.back().node)) scope_.doubt(before);
}

void Walk::pipeline(const Tree& tree, NodeIndex index, const Place& place) {
  std::vector<NodeIndex> parts;
  for (const NodeIndex child : tree.children(index)) {
    if (tree[child].kind != Kind::token) parts.push_back(child);
  }
  bool piped = tree.children(index).size() > parts.size() && !parts.empty() &&
               tree[tree.children(index).front()].kind == Kind::token;
  for (const NodeIndex part : parts) {
    const Scope::Mark mark = scope_.mark();
    Place inner{.input = piped ? Input::stream : place.input, .redirects = {}};
    if (part == parts.back()) inner.redirects = place.redirects;
    statement(tree, part, inner);
    if (parts.size() > 1) scope_.rewind(mark);
    piped = true;
  }
}

void Walk::call(const Function& function, const Command& command) {
  const Tree& tree = *function.tree;
  const std::span<const Word> given = command.arguments();
  std::optional<Words> arguments;
  if (given.size() <= kWordsKept) arguments.emplace(given.begin(), given.end());
  std::optional<Words> outer = std::exchange(scope_.arguments, std::move(arguments));
  Place place{.input = command.input, .redirects = {}};
  std::vector<NodeIndex> bodies;
  bool named = false;
  for (const NodeIndex child : tree.children(function.body)) {
    const Kind kind = tree[child].kind;
    if (kind == Kind::token) continue;
    if (is_redirect(kind)) {
      place.redirects.push_back(child);
    } else if (std::exchange(named, true)) {
      bodies.push_back(child);
    }
  }
  for (const NodeIndex body : bodies) statement(tree, body, place);
  scope_.arguments = std::move(outer);
}

std::optional<Command> Walk::without_alias(const Command& command) {
  const auto alias = scope_.aliases.find(command.words.front().text);
  if (alias == scope_.aliases.end() || !command.words.front().is_literal()) return std::nullopt;
  Command meant = command;
  meant.words.erase(meant.words.begin());
  meant.words.insert(meant.words.begin(), alias->second.begin(), alias->second.end());
  // An alias is not looked for in itself: `alias ls='ls -l'`.
  if (meant.words.front().text == alias->first) return std::nullopt;
  return meant;
}

void Walk::run(const Command& command) {
  if (!step() || command.words.empty()) return;
  const Word& program = command.words.front();
  if (program.unknown) {
    const std::string_view name = named_by_search(program.text);
    if (name.empty()) {
      report_.call(command.words, scope_);
      return report_.unread("a command that only a variable names");
    }
    Command found = command;
    found.words.front() = Word::literal(name);
    return run(found);
  }
  if (const auto meant = without_alias(command)) return run(*meant);
  report_.call(command.words, scope_);
  if (program.is_literal()) {
    const auto function = scope_.functions.find(program.text);
    if (function != scope_.functions.end()) {
      // One that calls itself does again what it does already.
      if (function->second.running) return;
      function->second.running = true;
      const Function found = function->second;
      call(found, command);
      scope_.functions[program.text].running = false;
      return;
    }
  }
  using Family = bool (*)(const Command&, Walk&);
  constexpr Family kFamilies[] = {
      run_builtin, run_wrapper, run_terminal, run_interpreter,  run_git,
      run_find,    run_editor,  run_archiver, run_file_command, run_network_command};
  for (const Family family : kFamilies) {
    if (family(command, *this)) return;
  }
}

}  // namespace policy::shell
