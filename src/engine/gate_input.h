// From a tool call to what the decision table wants to know. Private to the engine.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/tool_call.h"
#include "policy/gate.h"

namespace engine {

// What a shell command would do; nothing for every other tool.
std::optional<policy::shell::Analysis> analyse_command(Stores& stores, const model::ToolCall& call,
                                                       const std::string& folder);

// The files that the call would change: of a shell command those that the analysis knows, else the
// ones that the host named. Each target absolute (below `folder`) and where links lead; a file that
// does not exist yet is looked up by its folder.
std::vector<policy::GateTarget> resolve_targets(Stores& stores, const model::ToolCall& call,
                                                const std::string& folder,
                                                const policy::shell::Analysis* shell);

}  // namespace engine
