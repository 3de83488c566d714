#include <algorithm>
#include <string>

#include "base/text.h"
#include "policy/shell/arguments.h"
#include "policy/shell/command.h"
#include "policy/shell/walk.h"

namespace policy::shell {
namespace {

// A program that starts the program named by its operands.
struct Wrapper {
  std::string_view name;
  OptionRules rules;
  int operands_before = 0;        // `timeout 5 CMD` has one.
  std::string_view subcommand{};  // `uv run CMD`: without it, the wrapper is an unknown program.
  std::string_view harmless{};    // Options with which nothing is started.
};

constexpr Wrapper kWrappers[] = {
    {"sudo",
     {"ugpChrtTDRU", "user group prompt chdir host role type chroot other-user"},
     0,
     {},
     "l list v validate k K"},
    {"doas", {"uC", ""}},
    {"nohup", {}},
    {"time", {"fo", "format output"}},
    {"timeout", {"ks", "kill-after signal"}, 1},
    {"gtimeout", {"ks", "kill-after signal"}, 1},
    {"nice", {"n", "adjustment"}},
    {"ionice", {"cnp", "class classdata"}},
    {"chrt", {}, 1},
    {"taskset", {}, 1},
    {"stdbuf", {"ioe", "input output error"}},
    {"setsid", {}},
    {"command", {}, 0, {}, "v V"},
    {"builtin", {}},
    {"exec", {"a", ""}},
    {"coproc", {}},
    {"chronic", {}},
    {"unbuffer", {}},
    {"caffeinate", {"tw", ""}},
    {"catchsegv", {}},
    {"strace", {"eopsauPEI", ""}},
    {"ltrace", {"eopsauPEI", ""}},
    {"valgrind", {}},
    {"busybox", {}},
    {"flock", {"wE", "timeout conflict-exit-code"}, 1},
    {"chroot", {}, 1},
    {"unshare", {}},
    {"systemd-run", {"pu", "property unit"}},
    {"xvfb-run", {"nse", "server-num server-args"}},
    {"arch", {}},
    {"dotenv", {"fe", "file"}, 0},
    {"npx", {"p", "package"}},
    {"bunx", {}},
    {"uvx", {"p", "from with python"}},
    {"uv", {"p", "python with extra group directory project"}, 0, "run"},
    {"poetry", {"C", "directory project"}, 0, "run"},
    {"pipenv", {}, 0, "run"},
    {"pdm", {}, 0, "run"},
    {"hatch", {}, 0, "run"},
    {"rye", {}, 0, "run"},
    {"conda", {"np", "name prefix"}, 0, "run"},
    {"bundle", {}, 0, "exec"},
    {"pnpm", {"C", "dir filter"}, 0, "exec"},
    {"npm", {}, 0, "exec"},
    {"yarn", {}, 0, "exec"},
    {"direnv", {}, 1, "exec"},
    {"mise", {}, 0, "exec"},
};

Command inner_command(const Command& command, std::span<const Word> words) {
  return {.words = Words(words.begin(), words.end()), .input = command.input};
}

// `time -p { …` leaves the brace to the command.
std::span<const Word> without_brace(std::span<const Word> words) {
  return !words.empty() && words[0].is("{") ? words.subspan(1) : words;
}

bool is_assignment(const Word& word) {
  const std::size_t equals = word.text.find('=');
  return equals != std::string::npos && equals > 0 && base::is_alpha(word.text[0]);
}

void run_plain(const Wrapper& wrapper, const Command& command, Walk& walk) {
  std::span<const Word> words = command.arguments();
  if (!wrapper.subcommand.empty()) words = words.subspan(1);
  const Arguments arguments = read_arguments(words, wrapper.rules, Order::options_first);
  if (!wrapper.harmless.empty() && arguments.has(wrapper.harmless)) return;
  const Scope::Mark mark = walk.scope().mark();
  if (wrapper.name == "sudo" && arguments.has("D chdir")) {
    walk.scope().enter(*arguments.value("D chdir"));
  }
  std::size_t rest = arguments.rest + static_cast<std::size_t>(wrapper.operands_before);
  while (rest < words.size() && is_assignment(words[rest])) ++rest;
  if (rest >= words.size()) {
    if (command.input == Input::stream && arguments.has("s i shell login")) {
      walk.report().unread("a pipe into " + std::string(wrapper.name) + " -s");
    }
    return;
  }
  walk.run(inner_command(command, without_brace(words.subspan(rest))));
  if (arguments.has("D chdir")) walk.scope().rewind(mark);
}

void run_env(const Command& command, Walk& walk) {
  const OptionRules rules{"uCS", "unset chdir split-string"};
  const std::span<const Word> words = command.arguments();
  const Arguments arguments = read_arguments(words, rules, Order::options_first);
  const Scope::Mark mark = walk.scope().mark();
  if (const Word* folder = arguments.value("C chdir")) walk.scope().enter(*folder);
  if (const Word* text = arguments.value("S split-string")) {
    if (text->unknown) {
      walk.report().unread("env -S");
    } else {
      walk.run_own_text(text->text, std::nullopt, command.input);
    }
  }
  std::size_t rest = arguments.rest;
  while (rest < words.size() && (is_assignment(words[rest]) || words[rest].is("-"))) ++rest;
  if (rest < words.size()) walk.run(inner_command(command, words.subspan(rest)));
  if (arguments.has("C chdir")) walk.scope().rewind(mark);
}

// Words with the mark become unknown; without one the unknown words are added at the end.
Command filled(const Command& command, std::span<const Word> words, const Word* mark) {
  Command inner = inner_command(command, words);
  // The program's own input is empty: xargs has taken it.
  inner.input = Input::none;
  if (mark == nullptr || mark->text.empty()) {
    inner.words.push_back(Word::unknown_text("the words that xargs reads"));
    return inner;
  }
  for (Word& word : inner.words) {
    const std::size_t at = word.text.find(mark->text);
    if (at == std::string::npos) continue;
    word.told = word.unknown ? std::min(word.told, at) : at;
    word.unknown = true;
  }
  return inner;
}

void run_xargs(const Command& command, Walk& walk) {
  const OptionRules rules{"aEILnPsdJR",
                          "arg-file delimiter max-args max-procs max-chars max-lines"};
  const std::span<const Word> words = command.arguments();
  const Arguments arguments = read_arguments(words, rules, Order::options_first);
  if (const Word* file = arguments.value("a arg-file")) walk.touch(*file, {.by = "xargs"});
  if (arguments.rest >= words.size()) return;
  const Word braces = Word::literal("{}");
  const Word* mark = arguments.value("I J replace");
  if (arguments.has("i") || (mark != nullptr && mark->text.empty())) mark = &braces;
  walk.run(filled(command, words.subspan(arguments.rest), mark));
}

void run_parallel(const Command& command, Walk& walk) {
  const OptionRules rules{"jPnNLIaS", "jobs max-procs max-args arg-file joblog sshlogin"};
  std::span<const Word> words = command.arguments();
  const Arguments arguments = read_arguments(words, rules, Order::options_first);
  words = words.subspan(std::min(arguments.rest, words.size()));
  const auto end = std::find_if(words.begin(), words.end(),
                                [](const Word& word) { return word.text.starts_with(":::"); });
  words = words.subspan(0, static_cast<std::size_t>(end - words.begin()));
  if (words.empty()) return walk.report().unread("parallel");
  const bool is_text = words.size() == 1 && words[0].text.find(' ') != std::string::npos;
  if (is_text) return walk.report().unread("parallel");
  const Word braces = Word::literal("{}");
  const bool marked = std::any_of(words.begin(), words.end(), [](const Word& word) {
    return word.text.find("{}") != std::string::npos;
  });
  walk.run(filled(command, words, marked ? &braces : nullptr));
}

// `watch CMD` and `su -c CMD` give text to a shell.
void run_watch(const Command& command, Walk& walk) {
  const std::span<const Word> words = command.arguments();
  const Arguments arguments = read_arguments(words, {"n", "interval"}, Order::options_first);
  std::string text;
  for (const Word& word : words.subspan(std::min(arguments.rest, words.size()))) {
    if (word.unknown) return walk.report().unread("watch");
    text += word.text + ' ';
  }
  walk.run_own_text(text, std::nullopt, Input::none);
}

void run_su(const Command& command, Walk& walk) {
  const Arguments arguments = read_arguments(command.arguments(), {"csgGu", "command user"});
  const Word* const code = arguments.value("c command");
  const std::string name(command.name());
  if (code == nullptr) {
    if (command.input == Input::stream) walk.report().unread("a pipe into " + name);
    return;
  }
  if (code->unknown) return walk.report().unread(name + " -c");
  walk.run_own_text(code->text, std::nullopt, command.input);
}

struct Special {
  std::string_view name;
  void (*run)(const Command&, Walk&);
};

constexpr Special kSpecials[] = {
    {"env", run_env},      {"genv", run_env},    {"xargs", run_xargs},
    {"gxargs", run_xargs}, {"watch", run_watch}, {"parallel", run_parallel},
    {"su", run_su},        {"runuser", run_su},  {"script", run_su}};

}  // namespace

bool run_wrapper(const Command& command, Walk& walk) {
  const std::string_view name = command.name();
  for (const Special& special : kSpecials) {
    if (special.name != name) continue;
    special.run(command, walk);
    return true;
  }
  for (const Wrapper& wrapper : kWrappers) {
    if (wrapper.name != name) continue;
    const bool applies = wrapper.subcommand.empty() ||
                         (command.words.size() > 1 && command.words[1].is(wrapper.subcommand));
    if (!applies) return false;
    run_plain(wrapper, command, walk);
    return true;
  }
  return false;
}

}  // namespace policy::shell
