#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {

ToolPlan verdict_add_tool() {
  ToolDescription tool;
  tool.name = "verdict_add";
  tool.title = "Add verdict";
  tool.description = "Record the verdict of an agent.";
  tool.input_schema =
      input_schema({{"agent", "string", "", true},
                    {"decision", "string", "approve, reject, conditional or needs_revision", true},
                    {"confidence", "number", "0 to 1", true},
                    {"reasoning", "string"},
                    {"conditions", "strings"},
                    {"blockers", "strings"},
                    {"id", "string", "Makes a repeated call harmless"},
                    kSessionField});
  return adding_plan(std::move(tool),
                     add_to_workflow<model::verdict_from_json, engine::add_verdict>);
}

}  // namespace mcp
