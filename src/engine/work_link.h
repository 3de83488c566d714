// A run and the work session that it works on (C-3, C-5). Private to the engine.
#pragma once
#include <string>

#include "engine/stores.h"
#include "engine/work.h"

namespace engine {

// workSession and activeFeature become the slug, activeTask the checkpoint that is worked on, and
// workflowPhase follows the phase where no orchestrator has set it.
void put_work(model::Run& run, const std::string& slug, const model::WorkSession& session,
              base::Instant now);

// The same on the run's note. Nothing without a run, or where the conversation has left no note
// yet; the error is for a warning.
base::Result<void> link_run(Stores& stores, const WorkCaller& caller, const WorkView& work);

}  // namespace engine
