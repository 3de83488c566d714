#include <algorithm>
#include <string>

#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

constexpr std::string_view kRunningActions = "-exec -execdir -ok -okdir";
constexpr std::string_view kWritingActions = "-fprint -fprint0 -fls -fprintf";

constexpr std::string_view kAnywhere = "**";

// Something below the root that a search begins at: of any name, or of names that match.
Word found_in(const Word& root, std::string_view names = kAnywhere) {
  Word found = root;
  if (!root.is_literal()) return found;
  if (!found.text.ends_with('/')) found.text += '/';
  found.varies = found.text.size();
  found.hidden = true;
  found.text += names == kAnywhere ? std::string(names) : "**/" + std::string(names);
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
  std::vector<std::string> names{};   // That what is found has, one of them; empty: any.
  std::vector<std::string> spared{};  // Patterns of paths that are left out, absolute.
  bool is_flat = false;               // Files of the roots themselves, and no deeper.
};

// A path as `-path` has it, whose star also means slashes, as a pattern of whole segments.
std::string whole_segments(std::string_view path) {
  std::string pattern;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    const std::string_view segment = path.substr(at, end - at);
    pattern += segment == "*" ? kAnywhere : segment;
    if (end < path.size()) pattern += '/';
    at = end + 1;
  }
  return pattern;
}

// What a search with this as a root leaves out is everything.
constexpr std::string_view kEverything = "/";

void leave_out(Search& search, const Word& value, bool is_name, const Scope& scope) {
  if (!is_name && !value.starts_with("*")) {
    if (auto path = scope.absolute(whole_segments(value.text))) {
      search.spared.push_back(*std::move(path));
    }
    return;
  }
  if (!is_name) return search.spared.push_back("/" + whole_segments(value.text));
  for (const Word& root : search.roots) {
    if (const auto from = scope.absolute(root.text)) {
      search.spared.push_back(*from + "/**/" + value.text);
    }
  }
}

// Whether a test says that nothing is found that could be ours, or cannot be read.
bool finds_nothing_of_ours(std::string_view test, const Word* value) {
  if (lists("-empty -regex -iregex -lname -xtype", test)) return true;
  return test == "-type" && value != nullptr && value->text.find_first_of("fd") == value->text.npos;
}

// Reads what limits a search: names, depth, and what `!` or `-prune` leaves out. Every other test
// only makes it find less, which is not counted on.
void read_tests(Search& search, const Scope& scope) {
  const std::span<const Word> words = search.expression;
  bool is_negated = false;
  bool has_files_alone = false;
  bool is_shallow = false;
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& test = words[at].text;
    const Word* const value = at + 1 < words.size() ? &words[at + 1] : nullptr;
    // What is done behind a `-prune` without `-o` is done to what was found.
    const bool is_pruned =
        at + 3 < words.size() && words[at + 2].is("-prune") && lists("-o -or", words[at + 3].text);
    const bool leaves_out = is_negated || is_pruned;
    is_negated = lists("! -not", test);
    if (!leaves_out && finds_nothing_of_ours(test, value)) {
      search.spared.emplace_back(kEverything);
    }
    has_files_alone |= test == "-type" && value != nullptr && value->is("f") && !leaves_out;
    is_shallow |= test == "-maxdepth" && value != nullptr && value->is("1");
    const bool is_name = lists("-name -iname", test);
    if (value == nullptr || !(is_name || lists("-path -wholename -ipath", test))) continue;
    ++at;
    if (leaves_out && !value->unknown) {
      leave_out(search, *value, is_name, scope);
    } else if (!leaves_out && value->unknown) {
      search.spared.emplace_back(kEverything);
    } else if (!leaves_out) {
      search.names.push_back(is_name ? value->text : whole_segments(value->text));
    }
  }
  search.is_flat = has_files_alone && is_shallow;
}

Search search_of(std::span<const Word> words, const Scope& scope) {
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
  read_tests(search, scope);
  return search;
}

// What `-path NAME` finds, which says where by itself.
Word found_at(const Word& root, const std::string& name) {
  Word found = found_in(root);
  if (found.varies == Word::kNone) return found;
  found.text = name.starts_with('*') ? root.text + "/" + name : name;
  found.varies = std::min(found.text.find_first_of("*?["), found.text.size());
  return found;
}

// All that may be found, a word for each root and name.
Words found_by(const Search& search) {
  Words found;
  for (const Word& root : search.roots) {
    if (search.is_flat && root.is_literal()) {
      Word files = joined(root, "*");
      files.varies = files.text.size() - 1;
      found.push_back(std::move(files));
      continue;
    }
    if (search.names.empty()) found.push_back(found_in(root));
    for (const std::string& name : search.names) {
      const bool is_path = name.find('/') != std::string::npos;
      found.push_back(is_path ? found_at(root, name) : found_in(root, name));
    }
  }
  return found;
}

void run_action(const Search& search, std::size_t& at, Walk& walk) {
  const std::span<const Word> words = search.expression;
  const std::string& action = words[at].text;
  if (action == "-delete") {
    walk.report().spare(search.spared);
    for (const Word& found : found_by(search)) {
      walk.touch(found, {.use = FileUse::remove, .by = "find -delete"});
    }
    walk.report().spare({});
  } else if (lists(kWritingActions, action) && at + 1 < words.size()) {
    walk.touch(words[++at], {.use = FileUse::write, .by = "find -fprint"});
  } else if (lists(kRunningActions, action)) {
    const std::size_t from = at + 1;
    for (at = from; at < words.size() && !words[at].is(";"); ++at) {
      if (words[at].is("+") && at > from && words[at - 1].is("{}")) break;
    }
    const std::span<const Word> inner = words.subspan(from, at - from);
    if (inner.empty()) return;
    walk.report().spare(search.spared);
    for (const Word& found : found_by(search)) {
      walk.run({.words = with_found(inner, found), .input = Input::none});
    }
    walk.report().spare({});
  }
}

// What fd finds. Its pattern is a regular expression, which is not read; without `-H` or `-u` it
// leaves out what is hidden.
Word found_by_fd(std::span<const Word> words, Walk& walk) {
  const Arguments given = read_arguments(
      words, {"eEtdSo", "extension exclude type max-depth size owner changed-within"});
  const Word* const ending = given.value("e extension");
  Word found = found_in(Word::literal("."),
                        ending == nullptr ? std::string(kAnywhere) : "*." + ending->text);
  found.hidden = given.has("H hidden u unrestricted");
  const bool is_told = given.operands.empty() || given.operands[0].is(".");
  if (!is_told) walk.report().spare({std::string(kEverything)});
  return found;
}

// `fd PATTERN [ROOT…] -x CMD`: the command is the rest.
void run_fd(const Command& command, Walk& walk) {
  const std::span<const Word> words = command.arguments();
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (!lists("-x -X --exec --exec-batch", words[at].text)) continue;
    const Word found = found_by_fd(words.subspan(0, at), walk);
    Words inner = with_found(words.subspan(at + 1), found);
    if (inner.empty()) return walk.report().spare({});
    const bool marked =
        std::any_of(words.begin(), words.end(), [](const Word& word) { return word.is("{}"); });
    if (!marked) inner.push_back(found);
    walk.run({.words = std::move(inner), .input = Input::none});
    return walk.report().spare({});
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
  const Search search = search_of(command.arguments(), walk.scope());
  for (std::size_t at = 0; at < search.expression.size(); ++at) run_action(search, at, walk);
  return true;
}

}  // namespace policy::shell
