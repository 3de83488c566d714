#include "policy/requirement_trigger.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "policy/call_reading.h"
#include "policy/pattern.h"
#include "policy/shell/arguments.h"
#include "policy/shell/report.h"
#include "policy/tool_class.h"

namespace policy {
namespace {

constexpr std::string_view kShellTool = "Bash";

// A shell command as patterns see it.
class Subject {
 public:
  Subject(std::string_view text, const shell::Analysis* shell) : text_(text), shell_(shell) {}

  bool matches(std::string_view expression) {
    const auto pattern = Pattern::compile(expression);
    if (!pattern.ok()) return false;
    if (shell_ == nullptr || !names_an_operation(expression)) return in_text(*pattern);
    if (readings_.empty()) read_calls();
    const bool is_called =
        std::any_of(readings_.begin(), readings_.end(), [&](const std::string& reading) {
          return pattern->matches(reading, Pattern::Where::at_start);
        });
    // What could not be read may hold the call; its text is all that there is to ask.
    return is_called || (shell_->has_unread_calls && in_text(*pattern));
  }

 private:
  bool in_text(const Pattern& pattern) const {
    return pattern.matches(text_, Pattern::Where::anywhere);
  }

  void read_calls() {
    // What only looks is not analysed.
    if (shell_->calls.empty() && is_plain_looking_command(text_)) {
      shell::ProgramCall call;
      for (const std::string_view word : base::split(text_, ' ')) {
        if (!word.empty()) call.words.emplace_back(word);
      }
      readings_ = readings_of(call);
    }
    for (const shell::ProgramCall& call : shell_->calls) {
      for (std::string& reading : readings_of(call)) readings_.push_back(std::move(reading));
    }
  }

  std::string_view text_;
  const shell::Analysis* shell_;
  std::vector<std::string> readings_;
};

bool is_below_plan_folder(std::string_view path) {
  const std::vector<std::string_view> parts = base::split(path, '/');
  if (!path.starts_with('/')) return false;
  if (std::find(parts.begin(), parts.end(), "..") != parts.end()) return false;
  for (std::size_t at = 0; at + 2 < parts.size(); ++at) {
    const bool is_folder =
        parts[at + 1] == "plans" && (parts[at] == ".claude" || parts[at] == "docs");
    if (is_folder && !parts[at + 2].empty()) return true;
  }
  return false;
}

// Ours, not a script of the same name that lies in the project.
bool is_installed(const shell::ProgramCall& call) {
  if (call.path == call.words[0]) return true;
  return call.path.starts_with('/') && call.path.ends_with("/bin/" + call.words[0]);
}

// `req pause`, `holdfast req pause`, `holdfast pause`, and the same of the public framework's tool.
bool is_pause(const shell::ProgramCall& call) {
  constexpr std::string_view kFrameworkTool = "requirements-cli.py";
  const std::vector<std::string>& words = call.words;
  std::size_t verb = 1;
  if (words[0] == "req" || words[0] == "holdfast") {
    if (!is_installed(call)) return false;
    if (words[0] == "holdfast" && words.size() > 1 && words[1] == "req") verb = 2;
  } else if (words[0].starts_with("python")) {
    if (words.size() < 2 || shell::base_name(words[1]) != kFrameworkTool) return false;
    verb = 2;
  } else if (words[0] != kFrameworkTool) {
    return false;
  }
  return verb < words.size() && (words[verb] == "pause" || words[verb] == "resume");
}

bool only_pauses(const shell::Analysis& shell) {
  if (shell.calls.empty() || shell.has_unread_calls || !shell.opaque.empty()) return false;
  const bool changes_files = std::any_of(
      shell.files.begin(), shell.files.end(),
      [](const shell::FileEffect& effect) { return effect.use != shell::FileUse::read; });
  return !changes_files && std::all_of(shell.calls.begin(), shell.calls.end(), is_pause);
}

// Whether it says itself that it makes no commit.
bool only_looks(const shell::GitOperation& operation) {
  // Of all the verbs below: `git commit -m --dry-run` does commit.
  constexpr shell::OptionRules kValued{
      "mFCctsXx",
      "message file reuse-message reedit-message template author date cleanup trailer "
      "pathspec-from-file strategy strategy-option onto exec"};
  shell::Words words;
  for (const std::string& argument : operation.arguments) {
    words.push_back(shell::Word::literal(argument));
  }
  return shell::read_arguments(words, kValued)
      .has("dry-run abort quit help edit-todo show-current-patch");
}

}  // namespace

bool is_meant(const std::vector<model::ToolMatch>& matches, const model::ToolCall& call,
              const shell::Analysis* shell) {
  Subject subject(call.command, shell);
  return std::any_of(matches.begin(), matches.end(), [&](const model::ToolMatch& match) {
    if (!base::matches_wildcard(match.tool, call.tool)) return false;
    if (match.pattern.empty()) return true;
    return call.tool == kShellTool && subject.matches(match.pattern);
  });
}

bool is_never_gated(const model::ToolCall& call, const std::vector<GateTarget>& targets,
                    const shell::Analysis* shell) {
  if (call.tool == kShellTool) return shell != nullptr && only_pauses(*shell);
  if (targets.empty() || !call.memories.empty()) return false;
  return std::all_of(targets.begin(), targets.end(), [](const GateTarget& target) {
    return is_below_plan_folder(target.path) && is_below_plan_folder(target.real_path);
  });
}

bool may_move_head(const shell::Analysis& shell) {
  constexpr std::string_view kVerbs = "commit merge cherry-pick revert rebase am pull";
  return std::any_of(shell.git.begin(), shell.git.end(), [&](const shell::GitOperation& operation) {
    return shell::lists(kVerbs, operation.verb) && !only_looks(operation);
  });
}

bool only_tries(const shell::Analysis& shell) {
  const auto tries = [](const shell::GitOperation& operation) {
    const auto& given = operation.arguments;
    const bool is_short = std::find(given.begin(), given.end(), "-n") != given.end();
    return only_looks(operation) || (operation.verb == "push" && is_short);
  };
  return !shell.git.empty() && std::all_of(shell.git.begin(), shell.git.end(), tries);
}

}  // namespace policy
