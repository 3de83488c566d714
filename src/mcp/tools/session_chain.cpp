#include <nlohmann/json.hpp>

#include "engine/continuity.h"
#include "mcp/tools/all.h"
#include "mcp/tools/work_call.h"

namespace mcp {
namespace {

using base::Json;

constexpr std::int64_t kDefaultDepth = 5;

base::Result<ToolResult> answer_session_chain(ToolCall& call) {
  const std::int64_t depth = given_number(call, "depth").value_or(kDefaultDepth);
  TRY_ASSIGN(const auto chain,
             engine::session_chain(call.workspace(), call.text("session_id"), depth));
  Json sessions = Json::array();
  for (const model::SessionState& state : chain) sessions.push_back(model::to_json(state));
  return structured_result(Json{{"sessions", std::move(sessions)}});
}

}  // namespace

ToolPlan session_chain_tool() {
  ToolPlan plan;
  plan.answer = answer_session_chain;
  ToolDescription& tool = plan.description;
  tool.name = "session_chain";
  tool.title = "Chain of sessions";
  tool.description = "A session and those it took over from, newest first.";
  tool.input_schema = input_schema(
      {{"session_id", "string", "", true}, {"depth", "integer", "1 to 50, default 5"}});
  tool.output_schema = output_schema({{"sessions", "array"}});
  tool.annotations = {.read_only = true, .destructive = false, .idempotent = true};
  tool.may_wait = true;  // Archived ones are looked for in large files.
  return plan;
}

}  // namespace mcp
