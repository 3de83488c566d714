#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_compact(ToolCall& call) {
  TRY_ASSIGN(const auto run, call.run());
  TRY_ASSIGN(const auto outcome, engine::compact_session(call.workspace(), run, mcp_caller()));
  return structured_result(
      Json{{"id", outcome.note}, {"version", outcome.version}, {"moved", outcome.moved}});
}

}  // namespace

ToolPlan session_compact_tool() {
  ToolPlan plan;
  plan.answer = answer_session_compact;
  ToolDescription& tool = plan.description;
  tool.name = "session_compact";
  tool.title = "Compact session";
  tool.description = "Move finished agent invocations of a long run to a note of their own.";
  tool.input_schema = input_schema({kSessionField});
  tool.output_schema =
      output_schema({{"id", "string"}, {"version", "integer"}, {"moved", "integer"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = false};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
