#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_session_start_checkpoint(ToolCall& call) {
  return answer_checkpoint(call, engine::start_work_checkpoint);
}

}  // namespace

ToolPlan session_start_checkpoint_tool() {
  ToolDescription tool;
  tool.name = "session_start_checkpoint";
  tool.title = "Start checkpoint";
  tool.description = "Say which checkpoint is worked on now.";
  tool.input_schema =
      input_schema({kWorkField, kWorkFolderField, {"checkpoint_id", "integer", "", true}});
  tool.output_schema = output_schema(
      {{"session_id", "string"}, {"build_progress", "object"}, {"changed", "boolean"}});
  return work_plan(std::move(tool), answer_session_start_checkpoint);
}

}  // namespace mcp
