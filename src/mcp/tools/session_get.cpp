#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_get(ToolCall& call) {
  const auto id = work_id(call);
  if (!id.ok()) return work_error(id.error());
  const auto work = engine::show_work(call.workspace(), *id);
  if (!work.ok()) return work_error(work.error());
  const model::BuildProgress& build = work->session.build;
  Json result{{"session_id", work->slug},
              {"path", work->folder},
              {"manifest", model::to_json(work->session)},
              {"progress",
               {{"checkpoints_total", build.total},
                {"checkpoints_completed", build.completed.size()},
                {"current_checkpoint", build.current ? Json(*build.current) : Json()}}},
              {"next_phases", work->next_phases},
              {"etag", work->etag}};
  if (work->is_v1) result["schema"] = 1;
  if (!work->warnings.empty()) result["warnings"] = work->warnings;
  return structured_result(std::move(result));
}

}  // namespace

ToolPlan session_get_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_session_get;
  ToolDescription& tool = plan.description;
  tool.name = "session_get";
  tool.title = "Get work session";
  tool.description = "A work session's manifest, progress and next phases.";
  tool.input_schema = input_schema({kWorkField});
  tool.output_schema =
      output_schema({{"path", "string"}, {"manifest", "object"}, {"progress", "object"}});
  tool.annotations = {.read_only = true, .destructive = false, .idempotent = true};
  return plan;
}

}  // namespace mcp
