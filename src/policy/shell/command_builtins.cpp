#include <algorithm>
#include <string>

#include "base/text.h"
#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

void run_cd(const Command& command, Walk& walk) {
  const Arguments arguments = read_arguments(command.arguments(), {});
  if (arguments.operands.empty()) {
    const std::string& home = walk.scope().home();
    return walk.scope().enter(home.empty() ? std::nullopt
                                           : std::optional<Word>(Word::literal(home)));
  }
  if (arguments.operands[0].is("-")) return walk.scope().enter_previous();
  walk.scope().enter(arguments.operands[0]);
}

void run_pushd(const Command& command, Walk& walk) {
  const Arguments arguments = read_arguments(command.arguments(), {});
  if (arguments.operands.empty()) return walk.scope().forget_folder();
  walk.scope().push_folder();
  walk.scope().enter(arguments.operands[0]);
}

void run_popd(const Command&, Walk& walk) { walk.scope().pop_folder(); }

void run_eval(const Command& command, Walk& walk) {
  std::string text;
  for (const Word& word : command.arguments()) {
    if (word.unknown) return walk.report().unread("eval");
    if (!text.empty()) text += ' ';
    text += word.text;
  }
  walk.run_text(text, command.input);
}

void run_source(const Command& command, Walk& walk) {
  if (command.words.size() < 2) return;
  const Word& file = command.words[1];
  if (file.stream || (file.is("/dev/stdin") && command.input == Input::stream)) {
    return walk.report().unread("source of a command's output");
  }
  walk.touch(file, {.by = "source"});
}

void run_trap(const Command& command, Walk& walk) {
  const Arguments arguments = read_arguments(command.arguments(), {});
  if (arguments.operands.size() < 2) return;
  const Word& code = arguments.operands[0];
  if (code.text == "-") return;
  if (code.unknown) return walk.report().unread("trap");
  walk.run_own_text(code.text, walk.scope().arguments, Input::none);
}

// What they put into variables comes from elsewhere.
void run_reader(const Command& command, Walk& walk) {
  for (const Word& word : command.arguments()) {
    if (!word.text.starts_with('-') && !word.unknown) walk.scope().assign_unknown(word.text);
  }
}

void run_printf(const Command& command, Walk& walk) {
  if (command.words.size() > 2 && command.words[1].is("-v")) {
    walk.scope().assign_unknown(command.words[2].text);
  }
}

void run_set(const Command& command, Walk& walk) {
  const Arguments arguments = read_arguments(command.arguments(), {.letters = "o"});
  if (arguments.dashes != Word::kNone || !arguments.operands.empty()) {
    walk.scope().arguments = arguments.operands;
  }
}

void run_shift(const Command&, Walk& walk) {
  std::optional<Words>& arguments = walk.scope().arguments;
  if (arguments && !arguments->empty()) arguments->erase(arguments->begin());
}

void run_export(const Command& command, Walk& walk) {
  for (const Word& word : command.arguments()) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos) continue;
    walk.scope().assign(word.text.substr(0, equals), {.words = {word.behind(equals + 1)}});
  }
}

void run_alias(const Command& command, Walk& walk) {
  for (const Word& word : command.arguments()) {
    const std::size_t equals = word.text.find('=');
    if (equals == std::string::npos || equals == 0 || word.unknown) continue;
    Words words;
    const std::string_view text = word.text;
    for (const std::string_view part : base::split(text.substr(equals + 1), ' ')) {
      if (!part.empty()) words.push_back(Word::literal(part));
    }
    if (!words.empty()) walk.scope().aliases[word.text.substr(0, equals)] = std::move(words);
  }
}

void run_nothing(const Command&, Walk&) {}

struct Builtin {
  std::string_view name;
  void (*run)(const Command&, Walk&);
};

constexpr Builtin kBuiltins[] = {
    {"cd", run_cd},           {"chdir", run_cd},         {"pushd", run_pushd},
    {"popd", run_popd},       {"eval", run_eval},        {"source", run_source},
    {".", run_source},        {"trap", run_trap},        {"read", run_reader},
    {"mapfile", run_reader},  {"readarray", run_reader}, {"getopts", run_reader},
    {"printf", run_printf},   {"set", run_set},          {"shift", run_shift},
    {"export", run_export},   {"declare", run_export},   {"local", run_export},
    {"readonly", run_export}, {"typeset", run_export},   {"echo", run_nothing},
    {"test", run_nothing},    {"[", run_nothing},        {"true", run_nothing},
    {"false", run_nothing},   {":", run_nothing},        {"exit", run_nothing},
    {"return", run_nothing},  {"}", run_nothing},        {"mktemp", run_nothing},
    {"alias", run_alias},
};

}  // namespace

bool run_builtin(const Command& command, Walk& walk) {
  const std::string_view name = command.words.front().text;
  const auto* const found = std::find_if(std::begin(kBuiltins), std::end(kBuiltins),
                                         [&](const Builtin& row) { return row.name == name; });
  if (found == std::end(kBuiltins)) return false;
  found->run(command, walk);
  return true;
}

}  // namespace policy::shell
