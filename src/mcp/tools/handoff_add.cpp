#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer(ToolCall& call) {
  TRY_ASSIGN(const auto handoff,
             of_arguments(model::handoff_from_json(workflow_object(call).get())));
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto added, engine::add_handoff(call.workspace(), run, handoff, kMcpCaller));
  return added_result(added);
}

}  // namespace

ToolPlan handoff_add_tool() {
  ToolPlan plan;
  plan.answer = answer;
  ToolDescription& tool = plan.description;
  tool.name = "handoff_add";
  tool.title = "Add handoff";
  tool.description = "Record that one agent hands over to another.";
  tool.input_schema = input_schema({{"fromAgent", "string", "", true},
                                    {"toAgent", "string", "", true},
                                    {"reason", "string"},
                                    {"context", "string"},
                                    {"artifacts", "strings"},
                                    {"preservedContext", "object"},
                                    {"id", "string", "Makes a repeated call harmless"},
                                    kSessionField});
  tool.output_schema = added_schema();
  tool.annotations = kAdding;
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
