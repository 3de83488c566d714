// What whoever started a host has said by it. In which mode a run begins: as the configuration
// says, as HOLDFAST_MODE says for the person who started the host, and for a host that an agent
// started no looser than that agent's run. Private to the engine.
#pragma once
#include <optional>
#include <string>

#include "engine/stores.h"
#include "model/host_event.h"
#include "model/run.h"

namespace engine {

// Sets the mode of a run that is being made. `run.owner` is known by now, where it ever is.
void settle_first_mode(Stores& stores, model::Run& run);

// The run as HOLDFAST_MODE wants it, where a person resumed a conversation with it.
base::Result<model::Run> with_wanted_mode(Stores& stores, model::Run run);

// Whether HOLDFAST_GATE=off switches the gate off for the host that an event is of: it does unless
// an agent started that host.
bool is_gate_off(Stores& stores, const model::HostEvent& event,
                 const std::optional<model::RunId>& run);

// What is wrong with HOLDFAST_MODE, as a sentence; empty where nothing is.
std::string problem_of_wanted_mode(Stores& stores);

}  // namespace engine
