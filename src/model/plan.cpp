#include "model/plan.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "model/fields.h"

namespace model {

using base::Json;

namespace {

base::Error wrong(std::string message) { return {base::Code::parse_error, std::move(message), ""}; }

// "1.2", and also 1 where somebody wrote a number.
std::string id_text(const Json& json) {
  const auto found = json.is_object() ? json.find("id") : json.end();
  if (found == json.end()) return {};
  if (found->is_string()) return found->get<std::string>();
  return found->is_number_integer() ? base::dump_line(*found) : std::string();
}

base::Result<void> read_task(const Json& json, std::vector<PlanTask>& tasks) {
  PlanTask task;
  FieldReader fields(json);
  fields.text_or_null("title", task.title);
  fields.text_or_null("file_path", task.file_path);
  fields.text_or_null("status", task.status);
  TRY(fields.finish());
  task.id = id_text(json);
  tasks.push_back(std::move(task));
  return {};
}

base::Result<void> read_group(const Json& json, std::vector<PlanTaskGroup>& groups) {
  PlanTaskGroup group;
  FieldReader fields(json);
  fields.text_or_null("title", group.title);
  fields.text_or_null("objective", group.objective);
  fields.text_or_null("status", group.status);
  fields.each("tasks", [&](const Json& task) { return read_task(task, group.tasks); });
  TRY(fields.finish());
  group.id = id_text(json);
  groups.push_back(std::move(group));
  return {};
}

// Numbers, and numbers written as text. Some plans say in words what must be there first: that is
// for people, and no checkpoint.
void read_prerequisite(const Json& json, std::vector<std::int64_t>& prerequisites) {
  if (json.is_number_integer()) prerequisites.push_back(json.get<std::int64_t>());
  if (!json.is_string()) return;
  const auto number = base::to_number(json.get<std::string>());
  if (number && *number <= INT64_MAX) prerequisites.push_back(static_cast<std::int64_t>(*number));
}

base::Result<void> read_strategy(const Json& json, PlanCheckpoint& checkpoint) {
  FieldReader fields(json);
  fields.texts("verification_steps", checkpoint.verification_steps);
  return fields.finish();
}

base::Result<PlanCheckpoint> checkpoint_from_json(const Json& json) {
  PlanCheckpoint checkpoint;
  FieldReader fields(json);
  fields.required("id");
  fields.number("id", checkpoint.id);
  fields.text_or_null("title", checkpoint.title);
  fields.text_or_null("goal", checkpoint.goal);
  fields.text_or_null("status", checkpoint.status);
  fields.each("prerequisites", [&](const Json& one) -> base::Result<void> {
    read_prerequisite(one, checkpoint.prerequisites);
    return {};
  });
  fields.object("testing_strategy",
                [&](const Json& one) { return read_strategy(one, checkpoint); });
  fields.each("task_groups",
              [&](const Json& one) { return read_group(one, checkpoint.task_groups); });
  TRY(fields.finish());
  if (checkpoint.id <= 0) return wrong("id: not a positive number");
  return checkpoint;
}

// Takes away again and again what waits for nothing; a ring stays.
base::Result<void> check_order(const std::vector<PlanCheckpoint>& checkpoints) {
  std::map<std::int64_t, std::size_t> waits_for;
  std::map<std::int64_t, std::vector<std::int64_t>> wanted_by;
  for (const PlanCheckpoint& one : checkpoints) {
    if (!waits_for.emplace(one.id, one.prerequisites.size()).second) {
      return wrong("checkpoints: " + std::to_string(one.id) + " stands there twice");
    }
    for (const std::int64_t before : one.prerequisites) wanted_by[before].push_back(one.id);
  }
  std::vector<std::int64_t> free;
  for (const auto& [id, count] : waits_for) {
    if (count == 0) free.push_back(id);
  }
  for (const auto& [id, waiting] : wanted_by) {
    if (waits_for.count(id) > 0) continue;
    return wrong("checkpoints: " + std::to_string(waiting.front()) + " needs " +
                 std::to_string(id) + ", which does not exist");
  }
  std::size_t done = 0;
  for (; !free.empty(); ++done) {
    const std::int64_t id = free.back();
    free.pop_back();
    for (const std::int64_t next : wanted_by[id]) {
      if (--waits_for[next] == 0) free.push_back(next);
    }
  }
  if (done == checkpoints.size()) return {};
  const auto ring = std::find_if(waits_for.begin(), waits_for.end(),
                                 [](const auto& entry) { return entry.second > 0; });
  return wrong("checkpoints: the prerequisites of " + std::to_string(ring->first) +
               " lead back to it");
}

}  // namespace

base::Result<Plan> plan_from_json(const Json& json) {
  Plan plan;
  FieldReader fields(json);
  fields.text_or_null("session_id", plan.session_id);
  fields.text_or_null("spec_reference", plan.spec_reference);
  fields.text_or_null("status", plan.status);
  fields.required("checkpoints");
  fields.each("checkpoints", [&](const Json& one) -> base::Result<void> {
    TRY_ASSIGN(auto checkpoint, checkpoint_from_json(one));
    plan.checkpoints.push_back(std::move(checkpoint));
    return {};
  });
  TRY(fields.finish());
  if (!json["checkpoints"].is_array()) return wrong("checkpoints: not a list");
  TRY(check_order(plan.checkpoints));
  return plan;
}

}  // namespace model
