// What Holdfast offers over MCP: its tools, resources and prompts.
#pragma once
#include "mcp/feature.h"
#include "mcp/served_project.h"
#include "model/config.h"

namespace mcp {

// Puts all of it into the catalogue. With `core` only the tools that most conversations need are
// listed; the others can be called by name all the same. `project` outlives the catalogue.
void offer_holdfast(Catalogue& catalogue, const ServedProject& project, model::ToolSet tools);

// HOLDFAST_MCP_TOOLS ("core", "all"), else what the project's configuration says.
model::ToolSet chosen_tools(os::Environment& environment, const model::Config& config);

}  // namespace mcp
