// How a protocol session is closed, by its end or because its owner is gone. Private to the engine.
#pragma once
#include "engine/protocol.h"
#include "engine/stores.h"

namespace engine {

// Closes the run's session with `end`: note, history, memories, pointer, in this order; each may be
// done again. The caller holds the protocol's lock.
struct Closed {
  model::Run run;
  std::vector<std::string> warnings;
};
base::Result<Closed> close_protocol(Stores& stores, const model::RunId& run,
                                    const model::ProtocolEnd& end, const Caller& caller,
                                    const std::function<void(model::Run&)>& last_change = {});

// Of a session whose owner is gone (B1-5).
base::Result<void> abandon_protocol(Stores& stores, const model::RunId& run, const Caller& caller);

}  // namespace engine
