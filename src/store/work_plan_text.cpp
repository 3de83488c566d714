// plan.md: plan.json as people read it (S2-75).
#include "base/text.h"
#include "store/work_spec_text.h"
#include "store/work_store.h"

namespace store {
namespace {

bool is_task_done(std::string_view status) { return status == "complete" || status == "completed"; }

std::string box(std::string_view status) { return is_task_done(status) ? "- [x] " : "- [ ] "; }

// "**Goal**: …" and an empty line; nothing for nothing.
std::string paragraph(std::string_view name, std::string_view value) {
  const std::string line = one_line(value);
  if (line.empty()) return {};
  return "**" + std::string(name) + "**: " + line + "\n\n";
}

std::string titled(std::string_view id, std::string_view title) {
  const std::string first = one_line(id);
  const std::string second = one_line(title);
  return first.empty() || second.empty() ? first + second : first + " " + second;
}

std::string group_text(const model::PlanTaskGroup& group) {
  std::string text = "### " + titled(group.id, group.title) + "\n\n";
  const std::string objective = one_line(group.objective);
  if (!objective.empty()) text += objective + "\n\n";
  for (const model::PlanTask& task : group.tasks) {
    text += box(task.status) + titled(task.id, task.title);
    const std::string file = one_line(task.file_path);
    if (!file.empty()) text += " (`" + file + "`)";
    text += "\n";
  }
  return group.tasks.empty() ? text : text + "\n";
}

std::string checkpoint_text(const model::PlanCheckpoint& checkpoint) {
  std::string text =
      "## Checkpoint " + std::to_string(checkpoint.id) + ": " + one_line(checkpoint.title) + "\n\n";
  text += paragraph("Goal", checkpoint.goal);
  text += paragraph("Status", checkpoint.status);
  std::vector<std::string> before;
  for (const std::int64_t id : checkpoint.prerequisites) before.push_back(std::to_string(id));
  text += paragraph("After", base::join(before, ", "));
  for (const model::PlanTaskGroup& group : checkpoint.task_groups) text += group_text(group);
  if (checkpoint.verification_steps.empty()) return text;
  text += "### Verification\n\n";
  for (const std::string& step : checkpoint.verification_steps)
    text += "- " + one_line(step) + "\n";
  return text + "\n";
}

}  // namespace

std::string plan_markdown(const model::Plan& plan) {
  std::string text = "# Plan";
  const std::string id = one_line(plan.session_id);
  if (!id.empty()) text += ": " + id;
  text += "\n\n<!-- Made of plan.json: change that file instead. -->\n\n";
  text += paragraph("Spec", plan.spec_reference);
  text += paragraph("Status", plan.status);
  for (const model::PlanCheckpoint& one : plan.checkpoints) text += checkpoint_text(one);
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace store
