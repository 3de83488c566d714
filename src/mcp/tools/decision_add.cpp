#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer(ToolCall& call) {
  TRY_ASSIGN(const auto decision,
             of_arguments(model::decision_from_json(workflow_object(call).get())));
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto added, engine::add_decision(call.workspace(), run, decision, kMcpCaller));
  return added_result(added);
}

}  // namespace

ToolPlan decision_add_tool() {
  ToolPlan plan;
  plan.answer = answer;
  ToolDescription& tool = plan.description;
  tool.name = "decision_add";
  tool.title = "Add decision";
  tool.description = "Record a decision of the workflow.";
  tool.input_schema =
      input_schema({{"type", "string", "architectural, technical, process or scope", true},
                    {"description", "string", "", true},
                    {"rationale", "string"},
                    {"decidedBy", "string", "The agent", true},
                    {"approvedBy", "strings"},
                    {"rejectedBy", "strings"},
                    {"id", "string", "Makes a repeated call harmless"},
                    kSessionField});
  tool.output_schema = added_schema();
  tool.annotations = kAdding;
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
