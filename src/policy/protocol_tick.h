// Which steps of the checklists a gate of the protocol speaks for. Private to policy/.
#pragma once
#include "model/protocol.h"

namespace policy {

// Ticks the steps that the gate's result proves; those that are ticked keep their evidence. True
// where anything changed.
bool tick_steps_of(model::Protocol& protocol, model::ProtocolGate gate,
                   const model::GateResult& result);
// Takes back what we had found proved ourselves; what was seen or claimed stays.
void untick_steps_of(model::Protocol& protocol, model::ProtocolGate gate);

}  // namespace policy
