#include <nlohmann/json.hpp>

#include "engine/handoff_packet.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {
namespace {

base::Result<ToolResult> add_packet(ToolCall& call) {
  TRY_ASSIGN(const auto packet,
             of_arguments(model::handoff_packet_from_json(workflow_object(call).get())));
  // Also without a session: then it comes from the project. A name that nobody has is an error.
  auto run = call.run();
  if (!run.ok() && call.given("session_id")) return std::move(run).error();
  const std::optional<model::RunId> from = run.ok() ? std::optional(*run) : std::nullopt;
  TRY_ASSIGN(const auto added, engine::add_packet(call.workspace(), from, packet, mcp_caller()));
  return structured_result(model::to_json(added));
}

base::Result<ToolResult> answer_handoff_add(ToolCall& call) {
  if (call.arguments().contains("goal")) return add_packet(call);
  return add_to_workflow<model::handoff_from_json, engine::add_handoff>(call);
}

}  // namespace

ToolPlan handoff_add_tool() {
  ToolDescription tool;
  tool.name = "handoff_add";
  tool.title = "Add handoff";
  tool.description =
      "Leave a packet for the next session: goal, done, failed, decisions, nextSteps, checks; it "
      "is told to sessions until handoff_accept. Or, without goal, record that one agent hands "
      "over to another: fromAgent and toAgent are then required.";
  tool.input_schema = input_schema({{"goal", "string", "What the next session is to reach"},
                                    {"done", "strings"},
                                    {"failed", "strings", "Tried, did not work"},
                                    {"decisions", "strings"},
                                    {"nextSteps", "strings"},
                                    {"checks", "strings", "Commands to run first on resume"},
                                    {"to", "string", "An agent or a work session"},
                                    {"fromAgent", "string", "Required without goal"},
                                    {"toAgent", "string", "Required without goal"},
                                    {"reason", "string"},
                                    {"context", "string"},
                                    {"artifacts", "strings"},
                                    {"preservedContext", "object"},
                                    {"id", "string", "Makes a repeated call harmless"},
                                    kSessionField});
  return adding_plan(std::move(tool), answer_handoff_add);
}

}  // namespace mcp
