// How a run begins, lives and ends as its host's events come in. Private to the engine.
#pragma once
#include "engine/stores.h"
#include "model/host_event.h"
#include "model/run.h"

namespace engine {

// Makes the run where there is none, reopens it where it had ended, and takes its lease.
base::Result<model::Run> begin_run(Stores& stores, const model::RunId& run,
                                   const model::HostEvent& event);

// What an event other than a tool gate means for the run itself: begin, heartbeat, end.
base::Result<void> follow_lifecycle(Stores& stores, const model::RunId& run,
                                    const model::HostEvent& event);

struct RunEnding {
  std::string actor;
  std::string reason;
};
// Whether it was still open.
base::Result<bool> end_run(Stores& stores, const model::RunId& run, const RunEnding& ending);

// Ends a run that has crashed (engine/run_view.h); whether it did.
bool end_if_crashed(Stores& stores, const model::RunId& run);
// Ends runs of this project whose holder is provably gone. Gives their ids.
std::vector<model::RunId> sweep_dead_runs(Stores& stores);

}  // namespace engine
