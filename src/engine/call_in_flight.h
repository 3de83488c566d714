// Whether an agent's call is still under way, or has just come back: what happened to our files
// meanwhile it did, and nobody else (ADR 38). Private to the engine.
#pragma once
#include <optional>
#include <string>

#include "base/time.h"
#include "engine/stores.h"
#include "model/host_event.h"

namespace engine {

struct CallInFlight {
  model::RunId run;
  std::string id;  // The host's; may be empty.
  std::string tool;
  base::Instant at;  // When it was allowed.
};

// Whether a call may change files that it does not name: a shell's, and a server's tool's.
bool may_change_anything(const model::ToolCall& call, const model::Config& config);

// The call of this conversation, as its journal and this event tell it.
std::optional<CallInFlight> call_in_flight(Stores& stores, const model::RunId& run,
                                           const model::HostEvent& event);
// Some call of any run, for who is no event of a host's.
std::optional<CallInFlight> any_call_in_flight(Stores& stores);

}  // namespace engine
