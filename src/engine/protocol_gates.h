// Gates by name, for the use cases of the protocol. Private to the engine.
#pragma once
#include "engine/protocol.h"

namespace engine {

// invalid_gate lists the names.
base::Result<model::ProtocolGate> gate_from_text(const std::string& name);

// A gate as it stands in the protocol.
GateOutcome outcome_of(const model::Protocol& protocol, model::ProtocolGate gate);

}  // namespace engine
