#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_session_init_build(ToolCall& call) {
  const auto act = [&](const std::string& id, const engine::WorkCaller& caller) {
    const auto total = given_number(call, "checkpoints_total");
    return engine::init_work_build(call.workspace(), id, total, caller);
  };
  return answer_change(call, act, build_progress_of);
}

}  // namespace

ToolPlan session_init_build_tool() {
  ToolDescription tool;
  tool.name = "session_init_build";
  tool.title = "Init build";
  tool.description =
      "Set how many checkpoints the build has; without a number, those of plan.json.";
  tool.input_schema =
      input_schema({kWorkField, kWorkFolderField, {"checkpoints_total", "integer"}});
  tool.output_schema = output_schema(
      {{"session_id", "string"}, {"build_progress", "object"}, {"changed", "boolean"}});
  return work_plan(std::move(tool), answer_session_init_build);
}

}  // namespace mcp
