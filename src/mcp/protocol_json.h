// The session protocol as tools and resources spell it (document S1's keys).
#pragma once
#include <vector>

#include "base/json.h"
#include "engine/protocol.h"

namespace mcp {

// phase, requirement_level, status, evidence, blocking, message.
base::Json gate_json(const engine::GateOutcome& outcome);
base::Json gates_json(const std::vector<engine::GateOutcome>& outcomes);
base::Json violations_json(const std::vector<model::Violation>& violations);

}  // namespace mcp
