#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

namespace {

using base::Json;

Json to_json(const model::WorkSpec& spec) {
  Json questions = Json::array();
  for (const auto& one : spec.questions) {
    questions.push_back(
        Json{{"text", one.text}, {"answered", one.answered}, {"answer", one.answer}});
  }
  Json decisions = Json::array();
  for (const auto& one : spec.decisions) {
    decisions.push_back(
        Json{{"title", one.title}, {"rationale", one.rationale}, {"made", one.made}});
  }
  return Json{{"goals",
               {{"high_level", spec.high_level_goals},
                {"mid_level", spec.mid_level_goals},
                {"implementation", spec.implementation_goals}}},
              {"open_questions", std::move(questions)},
              {"key_decisions", std::move(decisions)}};
}

void print_items(Console& console, std::string_view title, const std::vector<std::string>& items) {
  if (items.empty()) return;
  print_line(console, title);
  for (const std::string& item : items) print_line(console, "  - " + printable(item));
}

bool is_empty(const model::WorkSpec& spec) {
  return spec.high_level_goals.empty() && spec.mid_level_goals.empty() &&
         spec.implementation_goals.empty() && spec.questions.empty() && spec.decisions.empty();
}

void print_spec(Console& console, const model::WorkSpec& spec) {
  if (is_empty(spec)) print_line(console, "The spec has no goals, questions or decisions yet.");
  print_items(console, "High-level goals", spec.high_level_goals);
  print_items(console, "Mid-level goals", spec.mid_level_goals);
  print_items(console, "Implementation goals", spec.implementation_goals);
  std::vector<std::string> questions;
  for (const auto& one : spec.questions) {
    questions.push_back(std::string(one.answered ? "✓ " : "⬜ ") + one.text +
                        (one.answer.empty() ? "" : " → " + one.answer));
  }
  print_items(console, "Open questions", questions);
  std::vector<std::string> decisions;
  for (const auto& one : spec.decisions) {
    decisions.push_back(one.title + (one.made.empty() ? "" : " (" + one.made + ")") +
                        (one.rationale.empty() ? "" : ": " + one.rationale));
  }
  print_items(console, "Key decisions", decisions);
}

}  // namespace

base::Result<int> run_work_spec(Context& context, Arguments& arguments) {
  std::string id;
  work_operand(arguments, id);
  TRY(arguments.parse());
  TRY_ASSIGN(auto workspace, open_workspace(context, arguments));
  TRY_ASSIGN(const auto spec, engine::view_work_spec(workspace, work_id(context, id)));
  if (arguments.form() == Form::json) {
    print_json(context.console, to_json(spec));
  } else {
    print_spec(context.console, spec);
  }
  return kDone;
}

}  // namespace cli
