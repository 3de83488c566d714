#include "web/api/run_summary_json.h"

#include "web/api/page_json_impl.h"

namespace web {
namespace {

using base::Json;

// Members that follow each other and have different names: a list of runs has a thousand of them,
// and most of its time would go into looking each name up among those before it.
class Members {
 public:
  explicit Members(std::size_t size) { object_.reserve(size); }
  Members& add(const char* name, Json value) {
    object_.Container::emplace_back(name, std::move(value));
    return *this;
  }
  Json take() { return Json(std::move(object_)); }

 private:
  Json::object_t object_;
};

Json last_tool_to_json(const std::optional<engine::dashboard::LastTool>& tool) {
  if (!tool) return {};
  Members members(4);
  return members.add("tool", tool->tool)
      .add("at", tool->at)
      .add("allowed", tool->allowed)
      .add("summary", tool->summary)
      .take();
}

}  // namespace

Json run_summary_to_json(const engine::dashboard::RunSummary& run) {
  Members members(22);
  return members.add("id", run.id)
      .add("short_id", run.short_id)
      .add("project", run.project)
      .add("project_name", run.project_name)
      .add("host", text_or_null(run.host))
      .add("health", engine::name_of(run.health))
      .add("mode", text_or_null(run.mode))
      .add("phase", text_or_null(run.phase))
      .add("branch", text_or_null(run.branch))
      .add("worktree", text_or_null(run.worktree))
      .add("work", text_or_null(run.work))
      .add("version", run.version)
      .add("started_at", text_or_null(run.started_at))
      .add("heartbeat_at", text_or_null(run.heartbeat_at))
      .add("ended_at", text_or_null(run.ended_at))
      .add("end_reason", text_or_null(run.end_reason))
      .add("last_tool", last_tool_to_json(run.last_tool))
      .add("cost_usd", or_null(run.cost_usd))
      .add("denials", run.denials)
      .add("degraded", run.degraded)
      .add("machine", text_or_null(run.machine))
      .add("machine_name", text_or_null(run.machine_name))
      .take();
}

}  // namespace web
