// Patterns that match nothing, or everything.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "policy/pattern.h"
#include "policy/pattern_shape.h"
#include "policy/requirement_lint_part.h"
#include "policy/requirement_trigger.h"

namespace policy {
namespace {

// Commands of every day that no sane rule means all of.
constexpr std::array<std::string_view, 7> kHarmless{"ls",   "cat a",        "echo hi", "git status",
                                                    "true", "python3 x.py", "npm test"};

bool means(const model::ToolMatch& match, std::string_view command) {
  const shell::Analysis shell = shell::analyse(command, {.folder = "/project", .home = "/home"});
  model::ToolCall call;
  call.tool = "Bash";
  call.command = command;
  return is_meant({match}, call, &shell);
}

// With something behind it too: "git\s" needs a blank, which no command ends with.
bool means_sample(const model::ToolMatch& match, const std::string& sample) {
  return means(match, sample) || means(match, sample + "x") || means(match, sample + " x");
}

std::string quoted_pattern(std::string_view pattern) {
  constexpr std::size_t kShownMax = 80;
  std::string text(base::clip_utf8(pattern, kShownMax));
  if (text.size() < pattern.size()) text += "…";
  return "'" + text + "'";
}

void lint_pattern(const model::Requirement& rule, const model::ToolMatch& match,
                  RuleFindings& findings) {
  const std::string shown = quoted_pattern(match.pattern);
  const auto pattern = Pattern::compile(match.pattern);
  if (!pattern.ok()) {
    return findings.error(
        rule, {"bad_pattern", "command_pattern " + shown + ": " + pattern.error().message,
               "Until it is corrected it matches nothing."});
  }
  const PatternShape shape = shape_of(match.pattern);
  if (!shape.can_match) {
    return findings.error(rule,
                          {"never_matches",
                           "command_pattern " + shown +
                               " can match nothing: an anchor stands where there is text "
                               "before or behind it",
                           "`^` belongs at the beginning, `$` at the end; \\^ and \\$ are the "
                           "characters themselves."});
  }
  const bool matches_own_text =
      shape.sample && pattern->matches(*shape.sample, Pattern::Where::anywhere);
  // The sample of ".*" is nothing at all, which is no command.
  if (matches_own_text && !base::trim(*shape.sample).empty() &&
      !means_sample(match, *shape.sample)) {
    return findings.warning(
        rule, {"never_matches",
               "command_pattern " + shown + " does not match `" + *shape.sample + "` as a command",
               "It begins with the name of a program, so it is held against one program call at a "
               "time; several calls need several triggers."});
  }
  const bool matches_all =
      std::all_of(kHarmless.begin(), kHarmless.end(),
                  [&](std::string_view command) { return means(match, command); });
  if (matches_all) {
    findings.warning(rule, {"always_matches",
                            "command_pattern " + shown +
                                " matches every command that was tried, "
                                "such as `ls` and `git status`",
                            "Narrow it, or leave it out if every command is meant."});
  }
}

}  // namespace

void lint_patterns(const model::Requirement& rule, RuleFindings& findings) {
  for (const auto* list : {&rule.triggers, &rule.satisfied_by_tools}) {
    for (const model::ToolMatch& match : *list) {
      if (!match.pattern.empty()) lint_pattern(rule, match, findings);
    }
  }
}

}  // namespace policy
