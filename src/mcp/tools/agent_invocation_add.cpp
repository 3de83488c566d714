#include <nlohmann/json.hpp>

#include "mcp/tools/all.h"
#include "mcp/tools/schema.h"
#include "mcp/tools/workflow_call.h"

namespace mcp {

ToolPlan agent_invocation_add_tool() {
  ToolDescription tool;
  tool.name = "agent_invocation_add";
  tool.title = "Add agent invocation";
  tool.description = "Record that an agent begins.";
  tool.input_schema = input_schema({{"agent", "string", "", true},
                                    {"input", "object", "prompt, context, artifacts"},
                                    {"id", "string", "Makes a repeated call harmless"},
                                    {"handoffFrom", "string"},
                                    {"handoffReason", "string"},
                                    kSessionField});
  return adding_plan(std::move(tool),
                     add_to_workflow<model::agent_invocation_from_json, engine::add_invocation>);
}

}  // namespace mcp
