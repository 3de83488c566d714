#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/handoff_packet.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {
namespace {

// Whether the run has a handoff of that id between its agents.
bool has_handoff(engine::Workspace& workspace, const model::RunId& run, const std::string& id) {
  const auto pending = engine::list_handoffs(workspace, run);
  return pending.ok() && std::any_of(pending->begin(), pending->end(),
                                     [&](const model::Handoff& one) { return one.id == id; });
}

base::Result<ToolResult> answer_handoff_accept(ToolCall& call) {
  const std::string id = call.text("id");
  auto run = call.run();
  if (!run.ok() && call.given("session_id")) return std::move(run).error();
  if (run.ok() && has_handoff(call.workspace(), *run, id)) {
    TRY_ASSIGN(const auto accepted,
               engine::accept_handoff(call.workspace(), *run, id, mcp_caller()));
    return added_result(accepted);
  }
  TRY_ASSIGN(
      const auto accepted,
      engine::accept_packet(call.workspace(), id, run.ok() ? run->text : "mcp", mcp_caller()));
  return structured_result(model::to_json(accepted));
}

}  // namespace

ToolPlan handoff_accept_tool() {
  ToolPlan plan;
  plan.answer = answer_handoff_accept;
  ToolDescription& tool = plan.description;
  tool.name = "handoff_accept";
  tool.title = "Accept handoff";
  tool.description =
      "Acknowledge a handoff, by its id or how it begins; it is not told again. Gives all it says.";
  tool.input_schema = input_schema({{"id", "string", "", true}, kSessionField});
  tool.output_schema = output_schema({{"id", "string"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = true};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
