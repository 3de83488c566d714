// What the engine knows of a run when an event or a question comes. Private to the engine.
#pragma once
#include <optional>
#include <string>

#include "engine/stores.h"
#include "model/run.h"
#include "policy/gate.h"
#include "policy/lease.h"

namespace engine {

// The gate's view of a run's state, faults and absence included.
policy::GateState gate_state_of(Stores& stores, const model::RunId& run);

// Whether the start protocol counts in this run, after `auto` has been resolved.
bool is_protocol_enabled(Stores& stores, bool started_in_this_run);

// A run as it is at its very beginning.
model::Run fresh_run(Stores& stores, const model::RunId& run);

// The lease of the process that holds a conversation: `pid` where the host tells it, else the
// nearest ancestor of this process that is not a shell.
std::optional<model::Lease> lease_of_caller(os::Processes& processes, os::Pid pid);

policy::Liveness liveness(Stores& stores, const model::Run& run);
// Whether a session counts as crashed (B3-2): its holder is gone, or it is another machine's and
// has been silent for longer than its heartbeat is believed. One that was only silent opens again
// with its next turn.
bool is_crashed(Stores& stores, const model::Run& run);

}  // namespace engine
