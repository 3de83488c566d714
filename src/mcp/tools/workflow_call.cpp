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

base::JsonBox added_schema() {
  return output_schema({{"id", "string"}, {"version", "integer"}, {"changed", "boolean"}});
}

}  // namespace mcp
