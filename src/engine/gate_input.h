// From a tool call to what the decision table wants to know. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/tool_call.h"
#include "policy/gate.h"

namespace engine {

// Each target absolute (below `folder`) and where links lead; a file that does not exist yet is
// looked up by its folder.
std::vector<policy::GateTarget> resolve_targets(Stores& stores, const model::ToolCall& call,
                                                const std::string& folder);

}  // namespace engine
