// Reads goals, questions and decisions out of a spec.md that an agent writes as it likes.
#include <algorithm>

#include "base/text.h"
#include "store/markdown_lines.h"
#include "store/work_spec_text.h"
#include "store/work_store.h"

namespace store {
namespace {

enum class SpecSection { none, goals, high_level, mid_level, implementation, questions, decisions };

bool contains_words(std::string_view text, std::string_view words) {
  return text.find(words) != std::string_view::npos;
}

// Any heading that says what it is; also "## High-Level Goals" without one for goals above it.
SpecSection spec_section(std::string_view heading) {
  const std::string text = base::to_lower(heading);
  if (contains_words(text, "open questions")) return SpecSection::questions;
  if (contains_words(text, "key decisions")) return SpecSection::decisions;
  if (!contains_words(text, "goals")) return SpecSection::none;
  if (contains_words(text, "high-level") || contains_words(text, "high level"))
    return SpecSection::high_level;
  if (contains_words(text, "mid-level") || contains_words(text, "mid level"))
    return SpecSection::mid_level;
  if (contains_words(text, "implementation") || contains_words(text, "detailed")) {
    return SpecSection::implementation;
  }
  return text.starts_with("goals") ? SpecSection::goals : SpecSection::none;
}

// The text of "- a", "* a", "+ a" and "1. a"; nothing for other lines.
std::optional<std::string_view> list_item_text(std::string_view line) {
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ")) {
    return base::trim(line.substr(2));
  }
  std::size_t digits = 0;
  while (digits < line.size() && base::is_digit(line[digits])) ++digits;
  const std::string_view rest = line.substr(digits);
  if (digits == 0 || !(rest.starts_with(". ") || rest.starts_with(") "))) return std::nullopt;
  return base::trim(rest.substr(2));
}

WorkSpec::Question question_of(std::string_view item) {
  WorkSpec::Question question;
  if (item.starts_with("[ ]") || item.starts_with("[x]") || item.starts_with("[X]")) {
    question.answered = item[1] != ' ';
    item = base::trim(item.substr(3));
  }
  for (const std::string_view arrow : {"→", "->"}) {
    const std::size_t at = item.find(arrow);
    if (at == std::string_view::npos) continue;
    question.answer = base::trim(item.substr(at + arrow.size()));
    item = base::trim(item.substr(0, at));
    break;
  }
  question.text = item;
  return question;
}

// "**Use CSS variables**" without its marks.
std::string_view unmarked(std::string_view text) {
  const bool is_marked = text.size() > 4 && text.starts_with("**") && text.ends_with("**");
  return is_marked ? text.substr(2, text.size() - 4) : text;
}

class SpecReader {
 public:
  WorkSpec read(std::string_view markdown) {
    for (const std::string_view line : lines_of(markdown)) {
      const std::string_view text = base::trim(line);
      if (text.starts_with("```") || text.starts_with("~~~")) {
        is_fenced_ = !is_fenced_;
      } else if (is_fenced_) {
        continue;
      } else if (const auto heading = heading_of(line)) {
        take_heading(*heading);
      } else {
        take_line(line, text);
      }
    }
    return std::move(spec_);
  }

 private:
  void take_heading(const HeadingLine& heading) {
    last_ = nullptr;
    if (section_ == SpecSection::decisions && heading.level > level_) {
      spec_.decisions.push_back({.title = std::string(heading.text), .rationale = "", .made = ""});
      return;
    }
    const SpecSection section = spec_section(heading.text);
    // A heading below the section's own that says nothing to us is still inside of it.
    if (section == SpecSection::none && section_ != SpecSection::none && heading.level > level_)
      return;
    section_ = section;
    level_ = heading.level;
  }

  void take_line(std::string_view line, std::string_view text) {
    if (text.empty()) {
      last_ = nullptr;
      return;
    }
    if (section_ == SpecSection::none) return;
    if (section_ == SpecSection::decisions && take_detail(text)) return;
    const auto item = list_item_text(text);
    const bool is_deeper = line.starts_with("  ") || line.starts_with("\t");
    if (section_ == SpecSection::decisions && item && is_deeper) {
      last_ = nullptr;  // A detail of which we know nothing.
      return;
    }
    if (item && !(is_deeper && last_ != nullptr)) return add(*item);
    // The rest of an item that was wrapped.
    if (last_ != nullptr) *last_ += " " + std::string(item.value_or(text));
  }

  // "**Rationale**: …", also in a list below the decision and without its marks.
  bool take_detail(std::string_view text) {
    if (spec_.decisions.empty()) return false;
    const std::string_view plain = list_item_text(text).value_or(text);
    const auto bullet = bullet_of(text);
    const std::size_t colon = plain.find(':');
    if (!bullet && colon == std::string_view::npos) return false;
    const std::string name = base::to_lower(bullet ? bullet->name : plain.substr(0, colon));
    const std::string_view value = bullet ? bullet->value : base::trim(plain.substr(colon + 1));
    WorkSpec::Decision& decision = spec_.decisions.back();
    if (name == "rationale") {
      decision.rationale = value;
      last_ = &decision.rationale;
      return true;
    }
    if (name != "made" && name != "date") return false;
    decision.made = value;
    last_ = nullptr;
    return true;
  }

  void add(std::string_view item) {
    switch (section_) {
      case SpecSection::none:
        return;
      case SpecSection::goals:
      case SpecSection::high_level:
        return add_goal(spec_.high_level_goals, item);
      case SpecSection::mid_level:
        return add_goal(spec_.mid_level_goals, item);
      case SpecSection::implementation:
        return add_goal(spec_.implementation_goals, item);
      case SpecSection::questions: {
        WorkSpec::Question& added = spec_.questions.emplace_back(question_of(item));
        last_ = added.answer.empty() ? &added.text : &added.answer;
        return;
      }
      case SpecSection::decisions:
        spec_.decisions.push_back(
            {.title = std::string(unmarked(item)), .rationale = "", .made = ""});
        last_ = nullptr;
        return;
    }
  }

  void add_goal(std::vector<std::string>& goals, std::string_view item) {
    last_ = &goals.emplace_back(item);
  }

  WorkSpec spec_;
  SpecSection section_ = SpecSection::none;
  int level_ = 0;
  bool is_fenced_ = false;
  std::string* last_ = nullptr;  // What a wrapped line goes on with; in spec_.
};

}  // namespace

WorkSpec read_work_spec(std::string_view markdown) { return SpecReader().read(markdown); }

}  // namespace store
