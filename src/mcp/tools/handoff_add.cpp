#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {

ToolPlan handoff_add_tool() {
  ToolDescription tool;
  tool.name = "handoff_add";
  tool.title = "Add handoff";
  tool.description = "Record that one agent hands over to another.";
  tool.input_schema = input_schema({{"fromAgent", "string", "", true},
                                    {"toAgent", "string", "", true},
                                    {"reason", "string"},
                                    {"context", "string"},
                                    {"artifacts", "strings"},
                                    {"preservedContext", "object"},
                                    {"id", "string", "Makes a repeated call harmless"},
                                    kSessionField});
  return adding_plan(std::move(tool),
                     add_to_workflow<model::handoff_from_json, engine::add_handoff>);
}

}  // namespace mcp
