#include <nlohmann/json.hpp>

#include "engine/protocol.h"
#include "mcp/protocol_json.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_get_blocked_reason(ToolCall& call) {
  // No session is an answer too.
  auto run = call.run();
  const auto reason = engine::blocked_reason(
      call.workspace(), run.ok() ? std::optional(*std::move(run)) : std::nullopt);
  Json blocked = Json::array();
  for (const engine::BlockedGate& gate : reason.gates) {
    blocked.push_back(Json{{"phase", gate.gate},
                           {"requirement_level", gate.level},
                           {"reason", gate.reason},
                           {"evidence_needed", gate.evidence_needed}});
  }
  return structured_result(Json{{"is_blocked", reason.is_blocked},
                                {"session_id", base::text_or_null(reason.session_id)},
                                {"phase", base::text_or_null(reason.phase)},
                                {"blocked_phases", std::move(blocked)},
                                {"suggested_actions", reason.suggested_actions}});
}

}  // namespace

ToolPlan get_blocked_reason_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_get_blocked_reason;
  plan.reads_state_alone = true;
  ToolDescription& tool = plan.description;
  tool.name = "get_blocked_reason";
  tool.title = "Why blocked";
  tool.description = "Which gates block the session and what each needs.";
  tool.input_schema = input_schema({kSessionField});
  tool.output_schema = output_schema({{"is_blocked", "boolean"},
                                      {"phase", "string?"},
                                      {"blocked_phases", "array"},
                                      {"suggested_actions", "array"}});
  tool.annotations = {.read_only = true, .destructive = false, .idempotent = true};
  return plan;
}

}  // namespace mcp
