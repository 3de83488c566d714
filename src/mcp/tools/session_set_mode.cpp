#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

base::Result<ToolResult> answer_session_set_mode(ToolCall& call) {
  TRY_ASSIGN(const auto run, call.run());
  const engine::ModeRequest request{call.text("mode"), call.text("reason")};
  TRY_ASSIGN(const auto state, engine::set_mode(call.workspace(), run, request, mcp_caller()));
  Json history = Json::array();
  for (const model::ModeHistoryEntry& entry : state.mode_history) {
    history.push_back(model::to_json(entry));
  }
  return structured_result(Json{{"mode", state.mode.text()},
                                {"history", std::move(history)},
                                {"session_id", state.id.text},
                                {"version", state.version}});
}

}  // namespace

ToolPlan session_set_mode_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_session_set_mode;
  ToolDescription& tool = plan.description;
  tool.name = "session_set_mode";
  tool.title = "Set mode";
  tool.description = "Change what the run may do; only coding lets files be changed.";
  tool.input_schema = input_schema(
      {{"mode", "string", "analysis, planning or coding", true}, {"reason", "string"}});
  tool.output_schema = output_schema({{"mode", "string"}, {"history", "array"}});
  tool.annotations = {.read_only = false, .destructive = false, .idempotent = true};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
