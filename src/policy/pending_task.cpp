#include "policy/pending_task.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "base/text.h"
#include "base/time.h"
#include "policy/pin_inheritance.h"
#include "policy/plain_line.h"

namespace policy {

using base::Json;

namespace {

constexpr std::size_t kPipelineTasksMax = 10'000;
constexpr std::size_t kIdBytesMax = 128;
constexpr std::size_t kTitleBytesMax = 200;
constexpr std::size_t kStageBytesMax = 64;
constexpr std::string_view kPinStage = "incomplete";

std::string text_of(const Json& task, const char* key, const char* other_key) {
  for (const char* name : {key, other_key}) {
    const auto found = task.find(name);
    if (found != task.end() && found->is_string()) return found->get<std::string>();
  }
  return "";
}

void add_task(const Json& json, const std::string& key, std::vector<PipelineTask>& tasks) {
  if (!json.is_object() || tasks.size() >= kPipelineTasksMax) return;
  PipelineTask task;
  const std::string id = text_of(json, "task_id", "id");
  task.task_id = plain_line(id.empty() ? key : id, kIdBytesMax);
  if (task.task_id.empty()) return;
  task.title = text_of(json, "title", "name");
  task.stage = text_of(json, "current_stage", "stage");
  tasks.push_back(std::move(task));
}

bool is_open_stage(std::string_view stage) {
  const std::string lower = base::to_lower(stage);
  return lower == "build" || lower == "verify" || lower == "validate";
}

bool is_done_stage(std::string_view stage) {
  const std::string lower = base::to_lower(stage);
  return lower == "done" || lower == "complete" || lower == "completed";
}

bool is_word_byte(char c) { return base::is_alnum(c) || c == '_'; }

// Where `word` stands in `lower`, not as a part of a longer one.
bool has_word(std::string_view lower, std::string_view word) {
  for (std::size_t at = lower.find(word); at != std::string_view::npos;
       at = lower.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_word_byte(lower[at - 1]);
    if (starts && (end == lower.size() || !is_word_byte(lower[end]))) return true;
  }
  return false;
}

// The first `task-NNN` of a text in lower case; empty where it has none.
std::string_view task_name(std::string_view lower) {
  constexpr std::string_view kStart = "task-";
  constexpr std::size_t kDigitsMax = 12;
  for (std::size_t at = lower.find(kStart); at != std::string_view::npos;
       at = lower.find(kStart, at + 1)) {
    std::size_t end = at + kStart.size();
    while (end < lower.size() && base::is_digit(lower[end])) ++end;
    const std::size_t digits = end - at - kStart.size();
    const bool starts = at == 0 || !is_word_byte(lower[at - 1]);
    const bool ends = end == lower.size() || !is_word_byte(lower[end]);
    if (starts && ends && digits > 0 && digits <= kDigitsMax) return lower.substr(at, end - at);
  }
  return {};
}

bool speaks_of_a_task(std::string_view lower) {
  return lower.find("[task]") != std::string_view::npos || has_word(lower, "incomplete") ||
         has_word(lower, "todo") || has_word(lower, "in-progress");
}

std::optional<model::PendingTask> task_of_pin(const model::Pin& pin) {
  const std::string lower = base::to_lower(origin_label(pin) + "\n" + pin.content);
  const std::string_view name = task_name(lower);
  if (name.empty() && !speaks_of_a_task(lower)) return std::nullopt;
  constexpr std::size_t kHashDigits = 8;
  model::PendingTask task;
  task.task_id =
      name.empty() ? "pin-" + content_key(pin).substr(0, kHashDigits) : std::string(name);
  task.title = plain_line(pin.content, kTitleBytesMax);
  if (task.title.empty()) task.title = plain_line(origin_label(pin), kTitleBytesMax);
  task.stage = kPinStage;
  task.flagged_incomplete = true;
  return task;
}

// Tasks of the pipeline by their ids, and by the `task-004` of `task-004-session-persistence`,
// which is what a pin says.
class Pipeline {
 public:
  explicit Pipeline(std::span<const PipelineTask> tasks) {
    for (const PipelineTask& task : tasks) by_id_.emplace(task.task_id, &task);
    for (const PipelineTask& task : tasks) {
      const std::string_view name = task_name(task.task_id);
      if (task.task_id.starts_with(name)) by_name_.emplace(name, &task);
    }
  }

  const PipelineTask* find(const model::PendingTask& task) const {
    const auto by_id = by_id_.find(task.task_id);
    if (by_id != by_id_.end()) return by_id->second;
    const auto by_name = by_name_.find(task.task_id);
    return task.flagged_incomplete && by_name != by_name_.end() ? by_name->second : nullptr;
  }

 private:
  std::unordered_map<std::string_view, const PipelineTask*> by_id_;
  std::unordered_map<std::string_view, const PipelineTask*> by_name_;
};

bool is_newer(const DatedTask& a, const DatedTask& b) {
  const auto a_time = base::instant_from_iso(a.since);
  const auto b_time = base::instant_from_iso(b.since);
  if (!a_time.ok() || !b_time.ok()) return a_time.ok() && !b_time.ok();
  return a_time.value() > b_time.value();
}

std::vector<DatedTask> each_once(std::span<const DatedTask> tasks) {
  std::vector<DatedTask> merged;
  std::unordered_map<std::string, std::size_t> place_of;
  for (const DatedTask& task : tasks) {
    if (task.task.task_id.empty()) continue;
    const auto [found, is_new] = place_of.emplace(task.task.task_id, merged.size());
    if (is_new) {
      merged.push_back(task);
    } else if (is_newer(task, merged[found->second])) {
      merged[found->second] = task;
    }
  }
  return merged;
}

}  // namespace

std::optional<std::vector<PipelineTask>> pipeline_tasks(const Json& document) {
  if (!document.is_object()) return std::nullopt;
  const auto found = document.find("active_tasks");
  if (found == document.end() || (!found->is_array() && !found->is_object())) return std::nullopt;
  std::vector<PipelineTask> tasks;
  if (found->is_array()) {
    for (const Json& task : *found) add_task(task, "", tasks);
  } else {
    for (const auto& item : found->items()) add_task(item.value(), item.key(), tasks);
  }
  return tasks;
}

std::vector<model::PendingTask> pending_tasks(std::span<const PipelineTask> pipeline,
                                              std::span<const model::Pin> pins) {
  std::vector<model::PendingTask> tasks;
  std::unordered_set<std::string> ids;
  const auto add = [&](model::PendingTask task) {
    if (task.task_id.empty() || tasks.size() >= kPendingTasksMax) return;
    if (ids.insert(task.task_id).second) tasks.push_back(std::move(task));
  };
  for (const PipelineTask& task : pipeline) {
    if (!is_open_stage(task.stage)) continue;
    model::PendingTask pending;
    pending.task_id = plain_line(task.task_id, kIdBytesMax);
    pending.title = plain_line(task.title.empty() ? task.task_id : task.title, kTitleBytesMax);
    pending.stage = plain_line(task.stage, kStageBytesMax);
    add(std::move(pending));
  }
  const Pipeline known_tasks(pipeline);
  for (const model::Pin& pin : pins) {
    std::optional<model::PendingTask> task = task_of_pin(pin);
    if (!task) continue;
    const PipelineTask* const known = known_tasks.find(*task);
    if (known != nullptr && (is_open_stage(known->stage) || is_done_stage(known->stage))) continue;
    add(*std::move(task));
  }
  return tasks;
}

std::vector<DatedTask> still_pending(std::span<const DatedTask> tasks,
                                     const std::optional<std::vector<PipelineTask>>& pipeline) {
  std::vector<DatedTask> pending = each_once(tasks);
  if (!pipeline) return pending;
  const Pipeline known_tasks(*pipeline);
  std::vector<DatedTask> kept;
  for (DatedTask& task : pending) {
    const PipelineTask* const now = known_tasks.find(task.task);
    if (now == nullptr && !task.task.flagged_incomplete) continue;
    if (now != nullptr && is_done_stage(now->stage)) continue;
    if (now != nullptr && !now->stage.empty()) {
      task.task.stage = plain_line(now->stage, kStageBytesMax);
    }
    kept.push_back(std::move(task));
  }
  return kept;
}

}  // namespace policy
