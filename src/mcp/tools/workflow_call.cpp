#include "mcp/tools/workflow_call.h"

#include <nlohmann/json.hpp>

#include "mcp/tools/schema.h"

namespace mcp {

using base::Json;

base::JsonBox workflow_object(const ToolCall& call) {
  Json object = call.arguments();
  object.erase("session_id");
  return base::JsonBox(std::move(object));
}

ToolResult added_result(const engine::AddedItem& item) {
  return structured_result(
      Json{{"id", item.id}, {"version", item.version}, {"changed", item.changed}});
}

ToolPlan adding_plan(ToolDescription description, base::Result<ToolResult> (*answer)(ToolCall&)) {
  ToolPlan plan;
  plan.answer = answer;
  plan.description = std::move(description);
  plan.description.output_schema =
      output_schema({{"id", "string"}, {"version", "integer"}, {"changed", "boolean"}});
  plan.description.annotations = {.read_only = false, .destructive = false, .idempotent = false};
  plan.description.may_wait = true;
  return plan;
}

}  // namespace mcp
