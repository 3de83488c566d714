// Agents that an agent started: some hosts tell of their calls only who started them, and the
// conversation when they start. Private to the engine.
#pragma once
#include <optional>

#include "engine/stores.h"
#include "model/host_event.h"

namespace engine {

// The event as one of the conversation that its agent belongs to; nothing where it is one already.
// Costs a look for a file inside agents of such hosts, and nothing elsewhere.
std::optional<model::HostEvent> in_conversation(Stores& stores, const model::HostEvent& event);

// Keeps what a start tells for the calls that follow, until the conversation ends.
base::Result<void> follow_nested_agents(Stores& stores, const model::HostEvent& event);

}  // namespace engine
