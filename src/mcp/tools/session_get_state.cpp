#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_session_get_state(ToolCall& call) {
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto state, engine::view_state(call.workspace(), run));
  return structured_result(model::to_json(*state));
}

}  // namespace

ToolPlan session_get_state_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_session_get_state;
  plan.reads_state_alone = true;
  ToolDescription& tool = plan.description;
  tool.name = "session_get_state";
  tool.title = "Session state";
  tool.description = "The run's state: mode, protocol, agents, decisions, verdicts.";
  tool.input_schema = input_schema({kSessionField});
  tool.output_schema =
      output_schema({{"sessionId", "string"}, {"currentMode", "string"}, {"version", "integer"}});
  tool.annotations = {.read_only = true, .destructive = false, .idempotent = true};
  return plan;
}

}  // namespace mcp
