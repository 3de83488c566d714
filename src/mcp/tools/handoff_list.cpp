#include <nlohmann/json.hpp>

#include "engine/handoff_packet.h"
#include "engine/workflow.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_handoff_list(ToolCall& call) {
  engine::PacketQuery query;
  query.with_accepted = call.flag("all");
  TRY_ASSIGN(const auto waiting, engine::list_packets(call.workspace(), query));
  Json packets = Json::array();
  for (const engine::WaitingPacket& one : waiting) packets.push_back(engine::to_json(one));
  Json handoffs = Json::array();
  auto run = call.run();
  if (!run.ok() && call.given("session_id")) return std::move(run).error();
  if (run.ok()) {
    const auto pending = engine::list_handoffs(call.workspace(), *run);
    // A conversation that has left no note yet hands nothing over.
    if (!pending.ok() && pending.error().code != base::Code::not_found) return pending.error();
    if (pending.ok()) {
      for (const model::Handoff& one : *pending) handoffs.push_back(model::to_json(one));
    }
  }
  return structured_result(
      Json{{"packets", std::move(packets)}, {"handoffs", std::move(handoffs)}});
}

}  // namespace

ToolPlan handoff_list_tool() {
  ToolPlan plan;
  plan.answer = answer_handoff_list;
  ToolDescription& tool = plan.description;
  tool.name = "handoff_list";
  tool.title = "Handoffs that wait";
  tool.description =
      "Packets for the next session that nobody has accepted, newest first, with what may no "
      "longer hold; and the pending handoffs between agents of this one.";
  tool.input_schema = input_schema({{"all", "boolean", "Accepted ones too"}, kSessionField});
  tool.output_schema = output_schema({{"packets", "array"}, {"handoffs", "array"}});
  tool.annotations = {.read_only = true, .destructive = false, .idempotent = true};
  tool.may_wait = true;  // Git counts commits.
  return plan;
}

}  // namespace mcp
