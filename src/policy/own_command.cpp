#include "policy/own_command.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "policy/shell/scope.h"

namespace policy {
namespace {

constexpr std::string_view kUnread = "…";  // What stands for a word that the text does not tell.

// Commands whose every form is free, by their first word: they look, work on what no gate asks, or
// ask for themselves whether a person runs them.
constexpr std::array<std::string_view, 35> kFreeWords{
    "agent",  "claims",  "continuity", "cost",        "decision", "doctor",  "events",
    "export", "fleet",   "gate",       "handoff",     "help",     "history", "hooks",
    "import", "index",   "init",       "maintenance", "mcp",      "memory",  "pins",
    "req",    "resume",  "search",     "serve",       "session",  "status",  "statusline",
    "trust",  "verdict", "version",    "violations",  "why",      "work",    "completion"};

// And those that are not, or not always.
struct Row {
  std::string_view command;
  OwnEffect effect;
  // Only with one of these words, or words that begin so and "=": "--operator".
  std::string_view only_with{};
  // Never with this one: "--revoke".
  std::string_view never_with{};
};

constexpr Row kRows[] = {
    {"hook", OwnEffect::pretends},
    {"uninstall", OwnEffect::needs_person},
    {"pause", OwnEffect::needs_person},
    {"trust", OwnEffect::needs_person, {}, "--revoke"},
    {"secret rotate", OwnEffect::needs_person},
    {"session undo", OwnEffect::needs_person},
    {"index reset", OwnEffect::needs_person},
    {"req approve", OwnEffect::needs_person},
    {"req disable", OwnEffect::needs_person},
    {"req pause", OwnEffect::needs_person},
    {"init", OwnEffect::needs_person, "--operator"},
};

bool is_help(const std::string& word) { return word == "--help" || word == "-h"; }

bool is_program(const shell::ProgramCall& call, const std::vector<std::string>& aliases) {
  constexpr std::array<std::string_view, 4> kNames{"holdfast", "holdfast-fleet", "brain", "req"};
  if (std::find(kNames.begin(), kNames.end(), call.words.front()) != kNames.end()) return true;
  if (call.path.find('/') == std::string::npos) return false;
  const bool is_absolute = call.path.front() == '/';
  const std::string path =
      shell::normal_path(is_absolute ? call.path : call.folder + "/" + call.path);
  return std::find(aliases.begin(), aliases.end(), path) != aliases.end();
}

bool has_word(const shell::ProgramCall& call, std::string_view wanted) {
  return std::any_of(call.words.begin(), call.words.end(), [&](const std::string& word) {
    return word == wanted || (word.starts_with(wanted) && word.substr(wanted.size(), 1) == "=");
  });
}

// The words that are neither options nor their values, without the program.
std::vector<std::string> operands_of(const shell::ProgramCall& call) {
  constexpr std::array<std::string_view, 3> kWithValue{"--project", "--session", "--reason"};
  std::vector<std::string> operands;
  // The program's own name is a command: `req satisfy`.
  if (call.words.front() == "req") operands.emplace_back("req");
  for (std::size_t at = 1; at < call.words.size(); ++at) {
    const std::string& word = call.words[at];
    if (std::find(kWithValue.begin(), kWithValue.end(), word) != kWithValue.end()) {
      ++at;
    } else if (!word.starts_with('-')) {
      operands.push_back(word);
    }
  }
  return operands;
}

bool begins_with(const std::vector<std::string>& operands, std::size_t at,
                 std::string_view command) {
  for (const std::string_view word : base::split(command, ' ')) {
    if (at == operands.size() || operands[at] != word) return false;
    ++at;
  }
  return true;
}

bool is_first_word(std::string_view word) {
  if (std::find(kFreeWords.begin(), kFreeWords.end(), word) != kFreeWords.end()) return true;
  return std::any_of(std::begin(kRows), std::end(kRows), [&](const Row& row) {
    return row.command.substr(0, row.command.find(' ')) == word;
  });
}

// Where our command begins.
std::optional<std::size_t> start_of(const std::vector<std::string>& operands) {
  const auto first = std::find_if(operands.begin(), operands.end(), is_first_word);
  if (first == operands.end()) return std::nullopt;
  return static_cast<std::size_t>(first - operands.begin());
}

std::string value_of_option(const shell::ProgramCall& call, std::string_view option) {
  for (std::size_t at = 1; at < call.words.size(); ++at) {
    const std::string& word = call.words[at];
    if (word == option) return at + 1 < call.words.size() ? call.words[at + 1] : std::string();
    const bool has_value = word.starts_with(option) && word.size() > option.size();
    if (has_value && word[option.size()] == '=') return word.substr(option.size() + 1);
  }
  return "";
}

void set_mode(OwnCommand& command, const std::string& mode) {
  const bool is_told = mode.find(kUnread) == std::string::npos;
  command.effect = is_told ? OwnEffect::sets_mode : OwnEffect::cannot_be_read;
  if (is_told) command.mode = mode;
}

// `session set-state`: a mode may stand among its fields.
void read_fields(const shell::ProgramCall& call, OwnCommand& command) {
  constexpr std::string_view kField = "currentMode=";
  for (const std::string& word : call.words) {
    if (word.starts_with(kField)) return set_mode(command, word.substr(kField.size()));
    if (word.find(kUnread) != std::string::npos) command.effect = OwnEffect::cannot_be_read;
  }
  if (!has_word(call, "--input")) return;
  const std::string input = value_of_option(call, "--input");
  const bool is_text = base::trim(input).starts_with('{');
  // Of a field's value only that it is there is known here; the command itself reads it.
  const bool is_free = is_text && input.find("currentMode") == std::string::npos;
  if (!is_free) command.effect = OwnEffect::cannot_be_read;
}

void read_mode(const std::vector<std::string>& operands, std::size_t at, OwnCommand& command) {
  constexpr std::size_t kModeAt = 2;
  // Options come with values, of which each is no mode.
  constexpr std::array<std::string_view, 4> kModeWords{"analysis", "planning", "coding",
                                                       "disabled"};
  for (std::size_t i = at + kModeAt; i < operands.size(); ++i) {
    const bool is_mode =
        std::find(kModeWords.begin(), kModeWords.end(), operands[i]) != kModeWords.end();
    if (is_mode || operands[i].find(kUnread) != std::string::npos) {
      return set_mode(command, operands[i]);
    }
  }
}

OwnEffect effect_of(const shell::ProgramCall& call, const std::vector<std::string>& operands,
                    std::size_t at) {
  for (const Row& row : kRows) {
    if (!begins_with(operands, at, row.command)) continue;
    if (!row.only_with.empty() && !has_word(call, row.only_with)) continue;
    if (!row.never_with.empty() && has_word(call, row.never_with)) continue;
    return row.effect;
  }
  return OwnEffect::free;
}

// Whether which command it is cannot be read: `holdfast "$@"`.
bool is_hidden(const std::vector<std::string>& operands, std::size_t at) {
  constexpr std::size_t kCommandWords = 2;
  for (std::size_t i = at; i < operands.size() && i < at + kCommandWords; ++i) {
    if (operands[i].find(kUnread) != std::string::npos) return true;
    // One word is enough for most.
    const bool has_second = operands[i] == "session" || operands[i] == "req" ||
                            operands[i] == "secret" || operands[i] == "index";
    if (!has_second) return false;
  }
  return false;
}

}  // namespace

std::optional<OwnCommand> own_command(const shell::ProgramCall& call,
                                      const std::vector<std::string>& aliases) {
  if (call.words.empty() || !is_program(call, aliases)) return std::nullopt;
  OwnCommand command;
  command.text = base::join(call.words, " ");
  if (std::any_of(call.words.begin(), call.words.end(), is_help)) return command;
  const std::vector<std::string> operands = operands_of(call);
  const auto at = start_of(operands);
  if (!at) {
    // No word of ours: it fails by itself, unless a word is still to come.
    const bool is_open = std::any_of(operands.begin(), operands.end(), [](const auto& word) {
      return word.find(kUnread) != std::string::npos;
    });
    if (is_open) command.effect = OwnEffect::cannot_be_read;
    return command;
  }
  if (is_hidden(operands, *at)) {
    command.effect = OwnEffect::cannot_be_read;
  } else if (begins_with(operands, *at, "session mode")) {
    command.session = value_of_option(call, "--session");
    read_mode(operands, *at, command);
  } else if (begins_with(operands, *at, "session set-state")) {
    command.session = value_of_option(call, "--session");
    read_fields(call, command);
  } else {
    command.effect = effect_of(call, operands, *at);
  }
  return command;
}

bool is_known_command(std::string_view command) {
  return is_first_word(command.substr(0, command.find(' ')));
}

}  // namespace policy
