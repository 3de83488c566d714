// How a run's protocol is changed: looked up without a lock, judged on a copy, saved against the
// version that was judged, then projected. Private to the engine.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "engine/protocol.h"
#include "engine/stores.h"
#include "policy/protocol.h"

namespace engine {

base::Error no_protocol_error();

// The run's protocol while it is active; no_session where it is not.
base::Result<model::Run> load_active(Stores& stores, const model::RunId& run);

policy::ProtocolClock protocol_clock(Stores& stores);

struct ProtocolSaved {
  model::Run run;
  bool changed = false;
  std::vector<std::string> warnings;  // Projections that failed: they stop no work.
};
// Gives `work` the newest run and saves what it makes of it. `work` may be called again where
// somebody else was quicker, so what it looks up it keeps. Its error ends it with nothing written.
using ProtocolWork = std::function<base::Result<void>(model::Run& run)>;
base::Result<ProtocolSaved> change_protocol(Stores& stores, const model::RunId& run,
                                            const std::string& what, const Caller& caller,
                                            const ProtocolWork& work);

// The use cases for those that have no workspace: a hook on its way. `ready` gives the run that the
// session becomes part of.
using HolderOfSession = std::function<base::Result<model::Run>()>;
base::Result<ProtocolStarted> start_protocol(Stores& stores, const std::optional<model::RunId>& run,
                                             const ProtocolStart& request, const Caller& caller,
                                             const HolderOfSession& ready);
base::Result<AdvanceOutcome> advance_phase(Stores& stores, const model::RunId& run,
                                           const AdvanceRequest& request, const Caller& caller);

// The flags and evidence that document S0 keeps of the protocol (C-5, C-17).
void mirror_to_run(model::Run& run);

// One line of the journal about the protocol; never fails the caller.
void note_protocol(Stores& stores, const model::RunId& run, const Caller& caller,
                   const base::Json& payload);
// The violations behind the first `known` ones.
void note_violations(Stores& stores, const model::RunId& run, const Caller& caller,
                     const model::Protocol& protocol, std::size_t known);

}  // namespace engine
