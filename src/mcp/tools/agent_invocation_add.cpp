#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer(ToolCall& call) {
  TRY_ASSIGN(const auto invocation,
             of_arguments(model::agent_invocation_from_json(workflow_object(call).get())));
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto added,
             engine::add_invocation(call.workspace(), run, invocation, kMcpCaller));
  return added_result(added);
}

}  // namespace

ToolPlan agent_invocation_add_tool() {
  ToolPlan plan;
  plan.answer = answer;
  ToolDescription& tool = plan.description;
  tool.name = "agent_invocation_add";
  tool.title = "Add agent invocation";
  tool.description = "Record that an agent begins.";
  tool.input_schema = input_schema({{"agent", "string", "", true},
                                    {"input", "object", "prompt, context, artifacts"},
                                    {"id", "string", "Makes a repeated call harmless"},
                                    {"handoffFrom", "string"},
                                    {"handoffReason", "string"},
                                    kSessionField});
  tool.output_schema = added_schema();
  tool.annotations = kAdding;
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
