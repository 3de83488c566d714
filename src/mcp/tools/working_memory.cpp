#include <nlohmann/json.hpp>

#include "engine/continuity.h"
#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"

namespace mcp {
namespace {

using base::Json;

ToolResult items_result(const std::vector<model::Pin>& pins) {
  Json items = Json::array();
  for (const model::Pin& pin : pins) items.push_back(model::to_json(pin));
  return structured_result(Json{{"items", std::move(items)}});
}

base::Result<engine::PinOutcome> change(ToolCall& call, const model::RunId& run,
                                        const std::string& action) {
  engine::Workspace& workspace = call.workspace();
  if (action == "clear") return engine::clear_pins(workspace, run, mcp_caller());
  if (action == "unpin") {
    const auto which = call.given("label") ? call.given("label") : call.given("content");
    if (!which) return base::Error{base::Code::invalid_params, "unpin: give label or content", ""};
    return engine::remove_pin(workspace, run, *which, mcp_caller());
  }
  return engine::add_pin(workspace, run,
                         {.content = call.text("content"),
                          .label = call.text("label"),
                          .importance = call.text("importance")},
                         mcp_caller());
}

base::Result<ToolResult> answer_working_memory(ToolCall& call) {
  TRY_ASSIGN(const auto run, call.run());
  const std::string action = call.text("action");
  if (action == "view") {
    TRY_ASSIGN(const auto pins, engine::view_pins(call.workspace(), run));
    return items_result(pins);
  }
  TRY_ASSIGN(const auto outcome, change(call, run, action));
  return items_result(outcome.items);
}

}  // namespace

ToolPlan working_memory_tool() {
  ToolPlan plan;
  plan.listing = Listing::core;
  plan.answer = answer_working_memory;
  ToolDescription& tool = plan.description;
  tool.name = "working_memory";
  tool.title = "Pins";
  tool.description = "Up to 10 pins, kept across sessions.";
  tool.input_schema =
      input_schema({{"action", "string", "", true, {"view", "pin", "unpin", "clear"}},
                    {"content", "string"},
                    {"label", "string"},
                    {"importance", "string", "", false, {"CRITICAL"}}});
  tool.output_schema = output_schema({{"items", "array"}});
  // Nothing is lost for good: a pin is in its session's mirror. But `clear` is one word.
  tool.annotations = {.read_only = false, .destructive = true, .idempotent = true};
  tool.may_wait = true;
  return plan;
}

}  // namespace mcp
