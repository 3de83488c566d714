#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_agent_invocation_complete(ToolCall& call) {
  engine::InvocationResult result;
  result.invocation_id = call.text("id");
  result.agent = call.text("agent");
  if (result.invocation_id.empty() == result.agent.empty()) {
    return base::Error{base::Code::invalid_params, "give id or agent, one of them", ""};
  }
  result.status = call.given("status").value_or(result.status);
  const auto output = call.arguments().find("output");
  if (output != call.arguments().end()) {
    TRY_ASSIGN(result.output, of_arguments(model::invocation_output_from_json(*output)));
  }
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto ended,
             engine::complete_invocation(call.workspace(), run, result, mcp_caller()));
  return added_result(ended);
}

}  // namespace

ToolPlan agent_invocation_complete_tool() {
  ToolDescription tool;
  tool.name = "agent_invocation_complete";
  tool.title = "Complete agent invocation";
  tool.description = "Record that an agent has ended.";
  tool.input_schema =
      input_schema({{"id", "string", "The invocation"},
                    {"agent", "string", "Or the agent whose invocation is in progress"},
                    {"status", "string", "completed (default), failed or blocked"},
                    {"output", "object", "summary, artifacts, recommendations, blockers"},
                    kSessionField});
  return adding_plan(std::move(tool), answer_agent_invocation_complete);
}

}  // namespace mcp
