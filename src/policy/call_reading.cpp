#include "policy/call_reading.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "policy/shell/arguments.h"
#include "policy/shell/report.h"

namespace policy {
namespace {

// A program whose verb may stand behind options. Those that take the next word are named.
struct Verbal {
  std::string_view names;
  shell::OptionRules valued;
};

constexpr Verbal kVerbal[] = {
    {"git", {"Cc", "git-dir work-tree namespace config-env super-prefix attr-source"}},
    {"gh glab", {"R", "repo hostname"}},
    {"hg jj", {"R", "repository cwd config"}},
    {"npm pnpm yarn bun", {"CFw", "prefix dir cwd filter workspace registry userconfig loglevel"}},
    {"docker podman", {"cHl", "context host log-level config connection url"}},
    {"docker-compose", {"fpH", "file project-name profile env-file project-directory host"}},
    {"kubectl oc", {"nsv", "namespace context cluster kubeconfig server user as token"}},
    {"helm", {"n", "namespace kube-context kubeconfig"}},
    {"terraform tofu", {}},
    {"cargo", {"CZ", "config color manifest-path"}},
    {"go", {"C", ""}},
    {"make gmake just", {"CfIolW", "directory file makefile include-dir justfile"}},
    {"aws", {"", "profile region output endpoint-url query"}},
    {"gcloud", {"", "project account configuration format verbosity"}},
    {"systemctl", {"HMnpt", "host machine type property lines"}},
    {"poetry uv composer", {"CPd", "directory project working-dir"}},
};

// A program that runs a file, or with `python -m` a module. `none` has the options with which it
// runs something else.
struct Runner {
  std::string_view names;
  shell::OptionRules valued;
  std::string_view none;
};

constexpr Runner kRunners[] = {
    {"sh bash dash zsh ksh", {"oO", "rcfile init-file"}, "c s"},
    {"source .", {}, ""},
    {"python pypy", {"WX", ""}, "c"},
    {"node nodejs bun tsx", {"r", "require import loader"}, "e p eval print"},
    {"ruby php perl", {"I", ""}, "e r E"},
};

std::string joined(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += ' ';
    const bool is_plain = !word.empty() && std::none_of(word.begin(), word.end(), base::is_space);
    if (!is_plain) text += '\'';
    text += word;
    if (!is_plain) text += '\'';
  }
  return text;
}

shell::Words words_behind(const std::vector<std::string>& words, std::size_t first) {
  shell::Words behind;
  for (std::size_t at = first; at < words.size(); ++at) {
    behind.push_back(shell::Word::literal(words[at]));
  }
  return behind;
}

// The words without those between the program and its verb; nothing where there are none.
std::vector<std::string> without_options(const std::vector<std::string>& words) {
  const auto* const row =
      std::find_if(std::begin(kVerbal), std::end(kVerbal),
                   [&](const Verbal& verbal) { return shell::lists(verbal.names, words[0]); });
  if (row == std::end(kVerbal)) return {};
  std::size_t first = 1;
  // `cargo +nightly build`
  if (words[0] == "cargo" && words.size() > 1 && words[1].starts_with('+')) first = 2;
  first +=
      shell::read_arguments(words_behind(words, first), row->valued, shell::Order::options_first)
          .rest;
  // `make -j 4 deploy`
  if (first > 1 && first < words.size() && base::to_number(words[first])) ++first;
  if (first == 1 || first >= words.size()) return {};
  std::vector<std::string> rest{words[0]};
  rest.insert(rest.end(), words.begin() + static_cast<std::ptrdiff_t>(first), words.end());
  return rest;
}

shell::ProgramCall call_of(std::string program, std::span<const std::string> arguments) {
  shell::ProgramCall call;
  call.words.emplace_back(shell::base_name(program));
  call.words.insert(call.words.end(), arguments.begin(), arguments.end());
  call.path = std::move(program);
  return call;
}

// What an interpreter is given to run.
std::optional<shell::ProgramCall> inner_call(const std::vector<std::string>& words) {
  const std::string_view name = shell::without_version(words[0]);
  const auto* const row =
      std::find_if(std::begin(kRunners), std::end(kRunners),
                   [&](const Runner& runner) { return shell::lists(runner.names, name); });
  if (row == std::end(kRunners)) return std::nullopt;
  const shell::Arguments arguments =
      shell::read_arguments(words_behind(words, 1), row->valued, shell::Order::options_first);
  const std::size_t script = 1 + arguments.rest;
  if (script >= words.size() || arguments.has(row->none)) return std::nullopt;
  return call_of(words[script], std::span(words).subspan(script + 1));
}

void add_readings(const shell::ProgramCall& call, std::vector<std::string>& readings) {
  readings.push_back(joined(call.words));
  if (const auto shorter = without_options(call.words); !shorter.empty()) {
    readings.push_back(joined(shorter));
  }
  if (call.path.empty() || call.path == call.words[0]) return;
  std::vector<std::string> words = call.words;
  words[0] = call.path;
  readings.push_back(joined(words));
  if (!words[0].starts_with("./")) return;
  words[0].erase(0, 2);
  readings.push_back(joined(words));
}

}  // namespace

std::vector<std::string> readings_of(const shell::ProgramCall& call) {
  std::vector<std::string> readings;
  if (call.words.empty()) return readings;
  add_readings(call, readings);
  if (const auto inner = inner_call(call.words)) add_readings(*inner, readings);
  return readings;
}

}  // namespace policy
