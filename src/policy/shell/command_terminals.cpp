// Programs that run what they are given in a terminal of their own, or type it into one.
#include <algorithm>
#include <string>

#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

// What runs there starts in a folder that the text does not tell.
void run_elsewhere(const std::string& text, Walk& walk) {
  const Scope::Mark mark = walk.scope().mark();
  walk.scope().forget_folder();
  walk.run_own_text(text, std::nullopt, Input::none);
  walk.scope().rewind(mark);
}

// One word is a line for a shell, more are a program and its arguments.
void run_words(std::span<const Word> words, Walk& walk) {
  if (words.empty()) return;
  if (words.size() == 1 && !words[0].unknown) return run_elsewhere(words[0].text, walk);
  const Scope::Mark mark = walk.scope().mark();
  walk.scope().forget_folder();
  walk.run({.words = Words(words.begin(), words.end()), .input = Input::none});
  walk.scope().rewind(mark);
}

// Keys have names; what they type is what a shell would read.
std::string typed(const Word& word, bool is_literal) {
  if (is_literal) return word.text;
  const std::string& key = word.text;
  if (key == "Enter" || key == "KPEnter" || key == "C-m" || key == "C-j") return "\n";
  if (key == "Space") return " ";
  if (key == "Tab" || key == "C-i") return "\t";
  return key;
}

void type_keys(const Arguments& arguments, Walk& walk) {
  std::string text;
  for (const Word& word : arguments.operands) {
    if (word.unknown) walk.report().unread("keys that only a variable names");
    text += typed(word, arguments.has("l"));
  }
  run_elsewhere(text, walk);
}

struct TmuxCommand {
  std::string_view names;
  OptionRules rules;
  void (*run)(const Arguments& arguments, Walk& walk);
};

void run_operands(const Arguments& arguments, Walk& walk) { run_words(arguments.operands, walk); }

// `if-shell 'test' 'tmux command'`: only the first is a shell's.
void run_first(const Arguments& arguments, Walk& walk) {
  run_words(
      std::span(arguments.operands).subspan(0, std::min<std::size_t>(1, arguments.operands.size())),
      walk);
}

constexpr TmuxCommand kTmuxCommands[] = {
    {"new new-session", {"ceFnstxyf", ""}, run_operands},
    {"neww new-window", {"ceFnSt", ""}, run_operands},
    {"splitw split-window", {"ceFlpt", ""}, run_operands},
    {"respawnp respawn-pane respawnw respawn-window", {"cet", ""}, run_operands},
    {"popup display-popup", {"bcdehsSTtwxy", ""}, run_operands},
    {"run run-shell", {"cdt", ""}, run_operands},
    {"pipep pipe-pane", {"t", ""}, run_operands},
    {"if if-shell", {"t", ""}, run_first},
    {"send send-keys", {"cNt", ""}, type_keys},
    {"setb set-buffer", {"bnt", ""}, type_keys},
};

void run_tmux_command(std::span<const Word> words, Walk& walk) {
  if (words.empty()) return;
  for (const TmuxCommand& row : kTmuxCommands) {
    if (!lists(row.names, words[0].text)) continue;
    row.run(read_arguments(words.subspan(1), row.rules, Order::options_first), walk);
    return;
  }
}

void run_tmux(const Command& command, Walk& walk) {
  const std::span<const Word> all = command.arguments();
  const Arguments global = read_arguments(all, {"cfLST", ""}, Order::options_first);
  if (const Word* const text = global.value("c")) return run_words({text, 1}, walk);
  std::span<const Word> rest = all.subspan(std::min(global.rest, all.size()));
  // Commands are set apart by a semicolon that the shell left alone.
  while (!rest.empty()) {
    const auto end =
        std::find_if(rest.begin(), rest.end(), [](const Word& word) { return word.is(";"); });
    const auto count = static_cast<std::size_t>(end - rest.begin());
    run_tmux_command(rest.first(count), walk);
    rest = rest.subspan(std::min(count + 1, rest.size()));
  }
}

void run_screen(const Command& command, Walk& walk) {
  const std::span<const Word> all = command.arguments();
  const Arguments arguments = read_arguments(all, {"cehpSstT", ""}, Order::options_first);
  std::span<const Word> rest = all.subspan(std::min(arguments.rest, all.size()));
  if (!arguments.has("X")) return run_words(rest, walk);
  if (rest.size() < 2) return;
  const bool is_typed = rest[0].is("stuff");
  if (!is_typed && !rest[0].is("exec") && !rest[0].is("screen")) return;
  if (!is_typed) return run_words(rest.subspan(1), walk);
  std::string text = rest[1].text;
  // Screen's own spelling of the return key.
  for (const std::string_view key : {"\\n", "\\r", "^M", "\\012", "\\015"}) {
    for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key)) {
      text.replace(at, key.size(), "\n");
    }
  }
  run_elsewhere(text, walk);
}

}  // namespace

bool run_terminal(const Command& command, Walk& walk) {
  if (command.name() == "tmux") {
    run_tmux(command, walk);
  } else if (command.name() == "screen") {
    run_screen(command, walk);
  } else {
    return false;
  }
  return true;
}

}  // namespace policy::shell
