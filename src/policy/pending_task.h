// What a session has not finished (S3-106 to S3-108, B3-13, B3-14).
#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "model/session_state.h"

namespace policy {

// A task as pipeline/state.json has it now, whatever its stage.
struct PipelineTask {
  std::string task_id;
  std::string title;
  std::string stage;
};
// Of the parsed file; an entry that is not as expected is passed over. `active_tasks` is a list of
// objects or an object by id; ids by `task_id` or `id`, stages by `current_stage` or `stage`.
// Nothing where there is no such member: then it says nothing of any task (B3-14).
std::optional<std::vector<PipelineTask>> pipeline_tasks(const base::Json& document);

// Stages build, verify and validate of the pipeline; then pins that speak of a task (`task-NNN`,
// `[TASK]`, `incomplete`, `TODO`, `in-progress`, whatever their case), flagged, with the stage
// "incomplete". Ids of the latter: the `task-NNN`, else "pin-" and eight digits of the content's
// hash. Titles are redacted and clipped. Each id once; at most kPendingTasksMax. What a pin says of
// a task that the pipeline calls done is no task.
constexpr std::size_t kPendingTasksMax = 100;
std::vector<model::PendingTask> pending_tasks(std::span<const PipelineTask> pipeline,
                                              std::span<const model::Pin> pins);

struct DatedTask {
  model::PendingTask task;
  std::string since;  // When the session that named it ended.
};
// Tasks of several sessions, best session first: each id once, the newest stage wins. What the
// pipeline says is done is dropped; what came from the pipeline and is gone from it too, but not
// what came from a pin (B3-13). The others take their stage from it. `pipeline` none: it cannot be
// read, and everything stays.
std::vector<DatedTask> still_pending(std::span<const DatedTask> tasks,
                                     const std::optional<std::vector<PipelineTask>>& pipeline);

}  // namespace policy
