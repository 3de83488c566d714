#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {

ToolPlan decision_add_tool() {
  ToolDescription tool;
  tool.name = "decision_add";
  tool.title = "Add decision";
  tool.description = "Record a decision of the workflow.";
  tool.input_schema =
      input_schema({{"type", "string", "architectural, technical, process or scope", true},
                    {"description", "string", "", true},
                    {"rationale", "string"},
                    {"decidedBy", "string", "The agent", true},
                    {"approvedBy", "strings"},
                    {"rejectedBy", "strings"},
                    {"id", "string", "Makes a repeated call harmless"},
                    kSessionField});
  return adding_plan(std::move(tool),
                     add_to_workflow<model::decision_from_json, engine::add_decision>);
}

}  // namespace mcp
