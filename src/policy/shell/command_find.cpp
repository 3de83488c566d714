#include <algorithm>
#include <string>

#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

constexpr std::string_view kRunningActions = "-exec -execdir -ok -okdir";
constexpr std::string_view kWritingActions = "-fprint -fprint0 -fls -fprintf";

// Something below the root that a search begins at.
Word found_in(const Word& root) {
  Word found = root;
  if (!root.is_literal()) return found;
  if (!found.text.ends_with('/')) found.text += '/';
  found.varies = found.text.size();
  found.text += "**";
  return found;
}

// The words of `-exec`, with what is found in the place of `{}`.
Words with_found(std::span<const Word> words, const Word& found) {
  Words filled;
  for (const Word& word : words) {
    if (word.is("{}")) {
      filled.push_back(found);
    } else if (word.text.find("{}") != std::string::npos) {
      Word partly = Word::unknown_text(word.text);
      partly.told = word.unknown ? std::min(word.told, word.text.find("{}")) : word.text.find("{}");
      filled.push_back(std::move(partly));
    } else {
      filled.push_back(word);
    }
  }
  return filled;
}

struct Search {
  Words roots;
  std::span<const Word> expression;
};

Search search_of(std::span<const Word> words) {
  std::size_t at = 0;
  while (at < words.size() && lists("-H -L -P -E -X", words[at].text)) ++at;
  Search search;
  for (; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    if (text.starts_with('-') || text == "(" || text == "!") break;
    search.roots.push_back(words[at]);
  }
  if (search.roots.empty()) search.roots.push_back(Word::literal("."));
  search.expression = words.subspan(at);
  return search;
}

void run_action(const Search& search, std::size_t& at, Walk& walk) {
  const std::span<const Word> words = search.expression;
  const std::string& action = words[at].text;
  if (action == "-delete") {
    for (const Word& root : search.roots) {
      walk.touch(found_in(root),
                 {.use = FileUse::remove, .by = "find -delete", .whole_tree = true});
    }
  } else if (lists(kWritingActions, action) && at + 1 < words.size()) {
    walk.touch(words[++at], {.use = FileUse::write, .by = "find -fprint"});
  } else if (lists(kRunningActions, action)) {
    const std::size_t from = at + 1;
    for (at = from; at < words.size() && !words[at].is(";"); ++at) {
      if (words[at].is("+") && at > from && words[at - 1].is("{}")) break;
    }
    const std::span<const Word> inner = words.subspan(from, at - from);
    if (inner.empty()) return;
    for (const Word& root : search.roots) {
      walk.run({.words = with_found(inner, found_in(root)), .input = Input::none});
    }
  }
}

// `fd PATTERN [ROOT…] -x CMD`: the command is the rest.
void run_fd(const Command& command, Walk& walk) {
  const std::span<const Word> words = command.arguments();
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!lists("-x -X --exec --exec-batch", words[at].text)) continue;
    Words inner = with_found(words.subspan(at + 1), found_in(Word::literal(".")));
    if (inner.empty()) return;
    const bool marked =
        std::any_of(words.begin(), words.end(), [](const Word& word) { return word.is("{}"); });
    if (!marked) inner.push_back(found_in(Word::literal(".")));
    return walk.run({.words = std::move(inner), .input = Input::none});
  }
}

}  // namespace

bool run_find(const Command& command, Walk& walk) {
  const std::string_view name = command.name();
  if (name == "fd" || name == "fdfind") {
    run_fd(command, walk);
    return true;
  }
  if (name != "find" && name != "gfind") return false;
  const Search search = search_of(command.arguments());
  for (std::size_t at = 0; at < search.expression.size(); ++at) run_action(search, at, walk);
  return true;
}

}  // namespace policy::shell
