#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_session_complete_checkpoint(ToolCall& call) {
  return answer_checkpoint(call, engine::complete_work_checkpoint);
}

}  // namespace

ToolPlan session_complete_checkpoint_tool() {
  ToolDescription tool;
  tool.name = "session_complete_checkpoint";
  tool.title = "Complete checkpoint";
  tool.description = "Say that a checkpoint of the plan is done.";
  tool.input_schema = input_schema({kWorkField, {"checkpoint_id", "integer", "", true}});
  tool.output_schema = output_schema({{"build_progress", "object"}, {"changed", "boolean"}});
  ToolPlan plan = work_plan(std::move(tool), answer_session_complete_checkpoint);
  plan.listing = Listing::core;
  return plan;
}

}  // namespace mcp
