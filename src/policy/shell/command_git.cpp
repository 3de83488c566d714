#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/text.h"
#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

struct Git {
  std::string by;               // "git checkout"
  std::span<const Word> words;  // After the verb.
  Arguments given;
  Walk& walk;

  void tree(FileUse use = FileUse::write) const {
    walk.report().within_current({.use = use, .by = by, .whole_tree = true}, walk.scope());
  }
  // A pathspec: a folder stands for all in it, and git itself reads wildcards.
  void path(const Word& path, FileUse use = FileUse::write) const {
    Word spec = path;
    if (spec.text.starts_with(':')) return tree(use);
    if (spec.is_literal() && has_wildcard(spec.text)) spec.varies = spec.text.find_first_of("*?[");
    walk.touch(spec, {.use = use, .by = by, .whole_tree = true});
  }
  std::string_view first() const {
    return given.operands.empty() ? std::string_view() : std::string_view(given.operands[0].text);
  }
  // The operands behind `--`; all of them where it is the first word.
  Words behind_dashes() const {
    if (given.dashes == Word::kNone) return {};
    return Words(given.operands.begin() + static_cast<std::ptrdiff_t>(given.dashes),
                 given.operands.end());
  }
};

void change_tree(const Git& git) { git.tree(); }

void change_paths_or_tree(const Git& git) {
  const Words paths = git.behind_dashes();
  if (paths.empty()) return git.tree();
  for (const Word& path : paths) git.path(path);
}

void checkout(const Git& git) {
  // A new branch at the commit that is checked out changes no file.
  const bool creates = git.given.has("b B c C create force-create orphan");
  if (creates && git.given.operands.empty() && !git.given.has("orphan f force discard-changes")) {
    return;
  }
  change_paths_or_tree(git);
}

void restore(const Git& git) {
  if (git.given.has("S staged") && !git.given.has("W worktree")) return;
  for (const Word& path : git.given.operands) git.path(path);
  if (git.given.operands.empty()) git.tree();
}

void reset(const Git& git) {
  if (git.given.has("hard merge keep")) git.tree();
}

void stash(const Git& git) {
  if (lists("list show drop clear create store", git.first())) return;
  change_paths_or_tree(git);
}

// The files of patches; without one it stands on the standard input. Names count from the root of
// the work tree, which is where or above where git runs.
void read_patches(const Git& git) {
  const Word* const folder = git.given.value("directory");
  const Word* const strip = git.given.value("p");
  const auto count = strip == nullptr ? std::nullopt : base::to_number(strip->text);
  Words patches = git.given.operands;
  if (patches.empty()) patches.emplace_back();
  for (const Word& patch : patches) {
    git.walk.report().arrival(Arrival::Kind::patch, patch.is("-") ? Word() : patch,
                              folder == nullptr ? Word::literal(".") : *folder, git.walk.scope(),
                              count.value_or(1));
  }
}

void apply(const Git& git) {
  const bool looks = git.given.has("check stat numstat summary") && !git.given.has("apply");
  const bool index_only = git.given.has("cached") && !git.given.has("index");
  if (looks || index_only) return;
  read_patches(git);
  git.tree();
}

void apply_mails(const Git& git) {
  if (!git.given.has("abort skip continue quit show-current-patch")) read_patches(git);
  git.tree();
}

void clean(const Git& git) {
  if (git.given.has("n dry-run")) return;
  for (const Word& path : git.given.operands) git.path(path, FileUse::remove);
  if (git.given.operands.empty()) git.tree(FileUse::remove);
}

void remove(const Git& git) {
  if (git.given.has("cached n dry-run")) return;
  for (const Word& path : git.given.operands) git.path(path, FileUse::remove);
}

void move_paths(const Git& git) {
  if (git.given.has("n dry-run") || git.given.operands.size() < 2) return;
  const Word& target = git.given.operands.back();
  for (std::size_t i = 0; i + 1 < git.given.operands.size(); ++i) {
    const Word& source = git.given.operands[i];
    git.path(source, FileUse::remove);
    if (!target.unknown && source.is_literal()) {
      git.path(joined(target, base_name(source.text)));
    }
  }
  git.path(target);
}

void worktree(const Git& git) {
  const Words& operands = git.given.operands;
  if (git.first() == "add" && operands.size() > 1) git.path(operands[1]);
  if (git.first() == "remove" && operands.size() > 1) git.path(operands[1], FileUse::remove);
  if (git.first() == "move" && operands.size() > 2) {
    git.path(operands[1], FileUse::remove);
    git.path(operands[2]);
  }
}

void submodule(const Git& git) {
  if (git.first() == "foreach") {
    std::string text;
    for (const Word& word : git.given.operands) {
      if (word.unknown) return git.walk.report().unread("git submodule foreach");
      if (!word.is("foreach")) text += word.text + ' ';
    }
    const Scope::Mark mark = git.walk.scope().mark();
    git.walk.scope().forget_folder();
    git.walk.run_own_text(text, std::nullopt, Input::none);
    return git.walk.scope().rewind(mark);
  }
  if (!lists("update add deinit set-url set-branch", git.first())) return;
  if (git.first() == "update" || git.first() == "add") git.walk.report().network("git submodule");
  git.tree();
}

void clone(const Git& git) {
  const Words& operands = git.given.operands;
  if (operands.empty()) return;
  if (operands.size() < 2 && !operands[0].is_literal()) return git.tree();
  std::string_view name = base_name(operands[0].text);
  name = name.substr(name.rfind(':') + 1);
  if (name.ends_with(".git")) name.remove_suffix(4);
  const Word folder = operands.size() > 1 ? operands[1] : Word::literal(name);
  // What comes from a folder of this machine can be looked at.
  const bool is_here = operands[0].is_literal() && operands[0].text.find(':') == std::string::npos;
  if (is_here) git.walk.report().tree_arrival(operands[0], folder, git.walk.scope());
  git.path(folder);
}

void init(const Git& git) {
  const Word here = Word::literal(".");
  const Word& folder = git.given.operands.empty() ? here : git.given.operands[0];
  git.walk.report().within(folder, {.use = FileUse::write, .by = git.by}, git.walk.scope());
}

void read_tree(const Git& git) {
  if (git.given.has("u reset")) git.tree();
}

void sparse_checkout(const Git& git) {
  if (git.first() != "list") git.tree();
}

void bisect(const Git& git) {
  if (lists("log view visualize terms", git.first()) || git.first().empty()) return;
  git.tree();
  if (git.first() != "run") return;
  const auto run = std::find_if(git.words.begin(), git.words.end(),
                                [](const Word& word) { return word.is("run"); });
  if (run == git.words.end()) return;
  git.walk.run({.words = Words(run + 1, git.words.end()), .input = Input::none});
}

// Text that goes to a file where an option says so.
void output(const Git& git) {
  if (const Word* file = git.given.value("output")) git.path(*file);
}

void archive(const Git& git) {
  if (const Word* file = git.given.value("o output")) git.path(*file);
}

void format_patch(const Git& git) {
  if (git.given.has("stdout")) return;
  if (const Word* folder = git.given.value("o output-directory")) return git.path(*folder);
  git.tree();
}

void bundle(const Git& git) {
  if (git.first() == "create" && git.given.operands.size() > 1) git.path(git.given.operands[1]);
}

void config(const Git& git) {
  const Word* const file = git.given.value("f file");
  const bool writes = git.given.operands.size() > 1 || git.given.has("unset add e edit unset-all");
  if (file != nullptr && writes) git.path(*file);
}

void lfs(const Git& git) {
  if (lists("pull checkout fetch push clone", git.first())) git.walk.report().network("git lfs");
  if (lists("pull checkout track untrack", git.first())) git.tree();
}

void remote(const Git& git) {
  if (lists("update show prune", git.first())) git.walk.report().network("git remote");
}

void nothing(const Git&) {}

struct Verb {
  std::string_view name;
  void (*run)(const Git&);
  OptionRules rules{};
  bool network = false;
};

constexpr Verb kVerbs[] = {
    {"checkout", checkout, {"bB", "orphan conflict pathspec-from-file"}},
    {"switch", checkout, {"cC", "create force-create orphan conflict"}},
    {"restore", restore, {"s", "source pathspec-from-file conflict"}},
    {"reset", reset},
    {"stash", stash, {"m", "message pathspec-from-file"}},
    {"apply", apply, {"pC", "directory exclude include whitespace"}},
    {"am", apply_mails, {"pC", "directory exclude include whitespace patch-format"}},
    {"merge", change_tree},
    {"rebase", change_tree},
    {"pull", change_tree, {}, true},
    {"cherry-pick", change_tree},
    {"revert", change_tree},
    {"filter-branch", change_tree},
    {"filter-repo", change_tree},
    {"mergetool", change_tree},
    {"checkout-index", change_tree},
    {"clean", clean, {"e", "exclude"}},
    {"rm", remove, {"", "pathspec-from-file"}},
    {"mv", move_paths},
    {"worktree", worktree, {"bB", "reason orphan"}},
    {"submodule", submodule, {"b", "branch depth reference name"}},
    {"subtree", change_tree},
    {"clone", clone, {"bocju", "branch origin config depth reference jobs filter template"}, true},
    {"init", init, {"b", "initial-branch template object-format separate-git-dir"}},
    {"read-tree", read_tree},
    {"sparse-checkout", sparse_checkout},
    {"bisect", bisect},
    {"log", output, {"nGSL", "output"}},
    {"diff", output, {"GSU", "output"}},
    {"show", output, {"GSU", "output"}},
    {"archive", archive, {"o", "output format prefix remote"}},
    {"format-patch", format_patch, {"o", "output-directory"}},
    {"bundle", bundle},
    {"config", config, {"f", "file get set type default"}},
    {"push", nothing, {}, true},
    {"fetch", nothing, {}, true},
    {"ls-remote", nothing, {}, true},
    {"send-email", nothing, {}, true},
    {"lfs", lfs},
    {"remote", remote},
};

void run_verb(const Word& verb, std::span<const Word> words, Walk& walk) {
  GitOperation operation{
      .folder = walk.scope().folder().value_or(""), .verb = verb.text, .arguments = {}};
  for (const Word& word : words) operation.arguments.push_back(word.text);
  walk.report().git(std::move(operation));
  if (std::any_of(words.begin(), words.end(), [](const Word& w) { return w.is("--help"); })) return;
  const auto* const row = std::find_if(std::begin(kVerbs), std::end(kVerbs),
                                       [&](const Verb& r) { return r.name == verb.text; });
  if (row == std::end(kVerbs)) return;
  const std::string by = "git " + verb.text;
  if (row->network) walk.report().network(by);
  row->run({.by = by, .words = words, .given = read_arguments(words, row->rules), .walk = walk});
}

// The words of `-c alias.NAME=clean -fdx`, where the option makes this very verb.
std::optional<Words> words_of_alias(const Option& option, const Word& verb) {
  const std::string head = "alias." + verb.text + "=";
  if (option.name != "c" || !option.value.is_literal() || !option.value.starts_with(head)) {
    return std::nullopt;
  }
  Words words;
  const std::string_view value = std::string_view(option.value.text).substr(head.size());
  for (const std::string_view part : base::split(value, ' ')) {
    if (!part.empty()) words.push_back(Word::literal(part));
  }
  return words.empty() ? std::nullopt : std::optional(std::move(words));
}

// The verb and what follows it, as git reads them with the aliases of its own options.
Words without_aliases(const Arguments& global, std::span<const Word> words) {
  Words read(words.begin(), words.end());
  for (const Option& option : global.options) {
    auto alias = words_of_alias(option, words.front());
    if (!alias) continue;
    alias->insert(alias->end(), words.begin() + 1, words.end());
    read = *std::move(alias);
  }
  return read;
}

}  // namespace

bool run_git(const Command& command, Walk& walk) {
  if (command.name() != "git") return false;
  const OptionRules rules{"Cc", "git-dir work-tree namespace config-env super-prefix attr-source"};
  const std::span<const Word> words = command.arguments();
  const Arguments global = read_arguments(words, rules, Order::options_first);
  const Scope::Mark mark = walk.scope().mark();
  for (const Option& option : global.options) {
    if (option.name == "C" || option.name == "work-tree") walk.scope().enter(option.value);
    const bool is_alias = option.name == "c" && option.value.starts_with("alias.");
    if (is_alias && option.value.text.find("=!") != std::string::npos) {
      walk.report().unread("an alias given to git");
    }
  }
  if (global.rest < words.size() && !global.has("version help")) {
    const Words meant = without_aliases(global, words.subspan(global.rest));
    if (meant.front().unknown) {
      walk.report().opaque("git with a verb that only a variable names");
    } else {
      run_verb(meant.front(), std::span(meant).subspan(1), walk);
    }
  }
  walk.scope().rewind(mark);
  return true;
}

}  // namespace policy::shell
