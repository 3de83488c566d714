#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer(ToolCall& call) {
  TRY_ASSIGN(const auto verdict,
             of_arguments(model::verdict_from_json(workflow_object(call).get())));
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto added, engine::add_verdict(call.workspace(), run, verdict, kMcpCaller));
  return added_result(added);
}

}  // namespace

ToolPlan verdict_add_tool() {
  ToolPlan plan;
  plan.answer = answer;
  ToolDescription& tool = plan.description;
  tool.name = "verdict_add";
  tool.title = "Add verdict";
  tool.description = "Record the verdict of an agent.";
  tool.input_schema =
      input_schema({{"agent", "string", "", true},
                    {"decision", "string", "approve, reject, conditional or needs_revision", true},
                    {"confidence", "number", "0 to 1", true},
                    {"reasoning", "string"},
                    {"conditions", "strings"},
                    {"blockers", "strings"},
                    {"id", "string", "Makes a repeated call harmless"},
                    kSessionField});
  tool.output_schema = added_schema();
  tool.annotations = kAdding;
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
