// An agent's work on a run, as it begins and ends: entered by hand or told by a host. Private to
// the engine.
#pragma once
#include "engine/stores.h"
#include "engine/workflow.h"
#include "model/host_event.h"
#include "policy/workflow.h"

namespace engine {

base::Result<AddedItem> enter_invocation(Stores& stores, const model::RunId& run,
                                         const model::AgentInvocation& invocation,
                                         policy::AgentNames names, const Caller& caller);

base::Result<AddedItem> end_invocation(Stores& stores, const model::RunId& run,
                                       const policy::Completion& completion, const Caller& caller);

// Enters or ends the invocation that an agent_start or agent_stop of a host speaks of. An agent
// whose start was not told (older hosts do not) is entered when it stops.
base::Result<void> follow_subagent(Stores& stores, const model::RunId& run,
                                   const model::HostEvent& event);

}  // namespace engine
