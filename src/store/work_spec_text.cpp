#include "store/work_spec_text.h"

#include "base/text.h"
#include "store/markdown_lines.h"

namespace store {
namespace {

// Where the section is there already, its name says where these come from.
std::string heading_for(std::string_view markdown, std::string_view name) {
  for (const std::string_view line : lines_of(markdown)) {
    const auto heading = heading_of(line);
    if (heading && heading->level == 2 && base::to_lower(heading->text) == base::to_lower(name)) {
      return std::string(name) + " (from state.json v1)";
    }
  }
  return std::string(name);
}

// What the text has not, looked for as one line, so that a wrapped item counts.
class Missing {
 public:
  explicit Missing(std::string_view markdown) : markdown_(one_line(markdown)) {}

  bool is(std::string_view item) const {
    const std::string line = one_line(item);
    return !line.empty() && markdown_.find(line) == std::string::npos;
  }

 private:
  std::string markdown_;
};

std::string goals_text(const Missing& missing, std::string_view title,
                       const std::vector<std::string>& goals) {
  std::string text;
  for (const std::string& goal : goals) {
    if (missing.is(goal)) text += "- " + one_line(goal) + "\n";
  }
  return text.empty() ? text : "### " + std::string(title) + "\n\n" + text + "\n";
}

std::string question_line(const WorkSpec::Question& question) {
  std::string line = std::string(question.answered ? "- [x] " : "- [ ] ") + one_line(question.text);
  const std::string answer = one_line(question.answer);
  return line + (answer.empty() ? "" : " → " + answer) + "\n";
}

std::string decision_text(const WorkSpec::Decision& decision) {
  std::string text = "### " + one_line(decision.title) + "\n\n";
  const std::string rationale = one_line(decision.rationale);
  const std::string made = one_line(decision.made);
  if (!rationale.empty()) text += "**Rationale**: " + rationale + "\n";
  if (!made.empty()) text += "**Made**: " + made + "\n";
  return rationale.empty() && made.empty() ? text : text + "\n";
}

}  // namespace

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_gap = static_cast<unsigned char>(c) <= ' ';
    if (!is_gap) {
      line += c;
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
  }
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

SpecAddition with_spec_content(std::string_view markdown, const WorkSpec& content) {
  const Missing missing(markdown);
  const std::string goals =
      goals_text(missing, "High-Level Goals", content.high_level_goals) +
      goals_text(missing, "Mid-Level Goals", content.mid_level_goals) +
      goals_text(missing, "Implementation Goals", content.implementation_goals);
  std::string questions;
  for (const auto& one : content.questions) {
    if (missing.is(one.text)) questions += question_line(one);
  }
  if (!questions.empty()) questions += "\n";
  std::string decisions;
  for (const auto& one : content.decisions) {
    if (missing.is(one.title)) decisions += decision_text(one);
  }
  SpecAddition added{.text = std::string(markdown), .sections = {}};
  const auto add = [&](std::string_view name, const std::string& section) {
    if (section.empty()) return;
    while (!added.text.empty() && !added.text.ends_with("\n\n")) added.text += "\n";
    added.text += "## " + heading_for(markdown, name) + "\n\n" + section;
    added.sections.emplace_back(name);
  };
  add("Goals", goals);
  add("Open Questions", questions);
  add("Key Decisions", decisions);
  if (!added.sections.empty()) {
    while (added.text.ends_with("\n\n")) added.text.pop_back();
  }
  return added;
}

std::string work_spec_template(const model::WorkSession& session) {
  constexpr std::size_t kDateSize = 10;  // "2026-02-14"
  std::string text = "# Spec: " + one_line(session.topic) + "\n\n";
  text += "**Session ID**: `" + session.session_id + "`\n";
  text += "**Created**: " + session.created_at.substr(0, kDateSize) + "\n\n";
  text += "## Overview\n\n";
  const std::string description(base::trim(session.description));
  if (!description.empty()) text += description + "\n\n";
  text += "## Goals\n\n### High-Level Goals\n\n### Mid-Level Goals\n\n### Implementation Goals\n\n";
  return text + "## Open Questions\n\n## Key Decisions\n";
}

}  // namespace store
