#include <algorithm>
#include <string>

#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/report.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

// A program that runs code: from an option, from a file that it is given, or from its input.
struct Interpreter {
  std::string_view name;
  std::string_view code;    // Options whose value is code.
  OptionRules rules;        // The options that take a value, code among them.
  std::string_view module;  // Options that name a program of their own: `python -m pytest`.
  std::string_view quiet;   // Options with which no code is run.
};

constexpr std::string_view kAsk = "V version h help v";

constexpr Interpreter kInterpreters[] = {
    {"python", "c", {"cmWXQ", "check-hash-based-pycs"}, "m", "V VV version h help"},
    {"pypy", "c", {"cmWXQ", ""}, "m", kAsk},
    {"node",
     "e eval p print pe",
     {"eprC", "eval print require import loader input-type test-name-pattern"},
     "test check c",
     kAsk},
    {"nodejs", "e eval p print", {"eprC", "eval print require import"}, "test check c", kAsk},
    {"bun", "e eval p print", {"ep", "eval print cwd"}, "", kAsk},
    {"tsx", "e eval p print", {"ep", "eval print tsconfig"}, "", kAsk},
    {"ts-node", "e eval p print", {"eprPO", "eval print project"}, "", kAsk},
    {"ruby", "e", {"eIrCEFW", ""}, "", "v version h help c"},
    {"php", "r B R E", {"rBREdcSt", "run"}, "S l", "v version h help i m"},
    {"lua", "e", {"el", ""}, "", "v"},
    {"luajit", "e", {"elbj", ""}, "", "v"},
    {"Rscript", "e", {"e", ""}, "", "version"},
    {"julia", "e E eval print", {"eELpt", "eval print project load"}, "", kAsk},
    {"osascript", "e", {"el", ""}, "", ""},
    {"pwsh", "c Command command EncodedCommand", {"cfe", ""}, "", kAsk},
    {"elixir", "e eval", {"er", "eval"}, "", "v version h help"},
    {"guile", "c", {"cels", ""}, "", kAsk},
    {"racket", "e eval", {"eflt", "eval"}, "", kAsk},
    {"groovy", "e", {"e", ""}, "", kAsk},
    {"scala", "e", {"e", ""}, "", kAsk},
    {"tclsh", "", {}, "", ""},
    {"expect", "c", {"c", ""}, "", "v"},
    {"fish", "c C command init-command", {"cC", "command init-command"}, "", kAsk},
    {"nu", "c commands", {"c", "commands"}, "", kAsk},
};

constexpr std::string_view kShells = "sh bash dash zsh ksh ash mksh rbash bash5";

void run_shell(const Command& command, Walk& walk) {
  const std::string name(command.name());
  const std::span<const Word> words = command.arguments();
  // -c takes no value of its own: the first operand is the code, and more options may follow.
  const Arguments arguments =
      read_arguments(words, {"oO", "rcfile init-file"}, Order::options_first);
  if (arguments.has("version help")) return;
  const Words& operands = arguments.operands;
  const std::size_t rest = std::min(arguments.rest, words.size());
  if (arguments.has("c")) {
    if (rest >= words.size()) return;
    const Word& code = words[rest];
    if (code.unknown) return walk.report().unread(name + " -c of what is not literal");
    Words given;
    if (rest + 2 < words.size())
      given.assign(words.begin() + static_cast<std::ptrdiff_t>(rest) + 2, words.end());
    return walk.run_own_text(code.text, given, command.input);
  }
  const bool reads_input =
      operands.empty() || arguments.has("s") || operands[0].is("-") || operands[0].is("/dev/stdin");
  if (!reads_input) {
    if (operands[0].stream) return walk.report().unread(name + " of a command's output");
    return walk.touch(operands[0], {.by = command.name()});
  }
  if (command.input == Input::stream) walk.report().unread("a pipe into " + name);
}

void run_row(const Interpreter& row, const Command& command, Walk& walk) {
  const std::string name(command.name());
  const Arguments arguments = read_arguments(command.arguments(), row.rules, Order::options_first);
  for (const Option& option : arguments.options) {
    // `-m pytest -c x`: what follows belongs to the module.
    if (!row.module.empty() && lists(row.module, option.name)) return;
    if (lists(row.code, option.name)) {
      const std::string dashes = option.name.size() == 1 ? " -" : " --";
      return walk.report().opaque(name + dashes + option.name);
    }
    if (lists(row.quiet, option.name)) return;
  }
  if (!arguments.operands.empty()) {
    const Word& script = arguments.operands[0];
    if (script.stream) return walk.report().opaque(name + " of a command's output");
    if (!script.is("-") && !script.is("/dev/stdin")) {
      // `bun test`, `node inspect`: a name without an ending is a command of theirs.
      if (script.text.find('.') != std::string::npos || script.unknown) {
        walk.touch(script, {.by = command.name()});
      }
      return;
    }
  }
  if (command.input == Input::stream) walk.report().opaque("a pipe into " + name);
}

// perl bundles its options: -pie is -p -i with the suffix "e", -lane ends in code.
void run_perl(const Command& command, Walk& walk) {
  bool in_place = false;
  bool code = false;
  Words operands;
  const std::span<const Word> words = command.arguments();
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string& text = words[at].text;
    const bool is_option = operands.empty() && text.size() > 1 && text[0] == '-' && text != "--";
    if (!is_option) {
      operands.push_back(words[at]);
      continue;
    }
    for (std::size_t i = 1; i < text.size(); ++i) {
      const char c = text[i];
      if (c == 'v' || c == 'V' || c == 'c') return;
      if (c == 'e' || c == 'E') {
        code = true;
        if (i + 1 == text.size()) ++at;
        break;
      }
      in_place |= c == 'i';
      if (std::string_view("iIMmFxCD0l").find(c) != std::string_view::npos) {
        if (c == '0' || c == 'l') continue;
        break;
      }
    }
  }
  if (code) walk.report().opaque("perl -e");
  if (!code && operands.empty() && command.input == Input::stream) {
    return walk.report().opaque("a pipe into perl");
  }
  for (const Word& file : operands) {
    walk.touch(file, {.use = in_place ? FileUse::write : FileUse::read,
                      .by = in_place ? "perl -i" : "perl"});
    if (!code && !in_place) return;
  }
}

// Only `deno eval` takes code; `deno run -` reads it.
void run_deno(const Command& command, Walk& walk) {
  if (command.words.size() < 2) return;
  if (command.words[1].is("eval") || command.words[1].is("repl")) {
    return walk.report().opaque("deno eval");
  }
  if (command.words.back().is("-") && command.input == Input::stream) {
    walk.report().opaque("a pipe into deno");
  }
}

void run_emacs(const Command& command, Walk& walk) {
  const Arguments arguments = read_arguments(command.arguments(), {"lf", "eval load funcall"});
  if (arguments.has("eval execute")) return walk.report().opaque("emacs --eval");
  for (const Word& file : arguments.operands) {
    walk.touch(file, {.use = FileUse::write, .by = "emacs"});
  }
}

}  // namespace

bool run_interpreter(const Command& command, Walk& walk) {
  const std::string_view name = command.name();
  if (lists(kShells, name)) {
    run_shell(command, walk);
    return true;
  }
  const std::string_view plain = without_version(name);
  if (plain == "perl") {
    run_perl(command, walk);
    return true;
  }
  if (name == "deno" || name == "emacs") {
    name == "deno" ? run_deno(command, walk) : run_emacs(command, walk);
    return true;
  }
  for (const Interpreter& row : kInterpreters) {
    if (row.name != plain) continue;
    run_row(row, command, walk);
    return true;
  }
  return false;
}

}  // namespace policy::shell
