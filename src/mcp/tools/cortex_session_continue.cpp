#include <nlohmann/json.hpp>

#include "engine/restored_json.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

base::Result<ToolResult> answer_cortex_session_continue(ToolCall& call) {
  // session_id names the one to take over from; who takes over is the conversation that asks.
  TRY_ASSIGN(const auto run, call.project().run(call.workspace()));
  TRY_ASSIGN(const auto restored, engine::continue_session(call.workspace(), run,
                                                           call.text("session_id"), mcp_caller()));
  return structured_result(engine::to_json(restored));
}

}  // namespace

ToolPlan cortex_session_continue_tool() {
  ToolPlan plan;
  plan.answer = answer_cortex_session_continue;
  ToolDescription& tool = plan.description;
  tool.name = "cortex_session_continue";
  tool.title = "Continue a session";
  tool.description =
      "Take over pins and pending tasks from a prior session, whatever its score, as far as there "
      "is room among the ten pins. Doing it again changes nothing.";
  tool.input_schema =
      input_schema({{"session_id", "string", "The prior session: id or alias", true}});
  tool.output_schema = output_schema({{"preamble", "string?"},
                                      {"inheritedPins", "array"},
                                      {"sessionIds", "array"},
                                      {"relevanceScores", "array"},
                                      {"pendingTaskCount", "integer"},
                                      {"skipped", "array"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = true};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
