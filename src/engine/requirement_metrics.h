// A session's metrics (S4-95): a copy of what its journal tells, for the tool that users come from
// and for people. Private to the engine.
#pragma once
#include "engine/requirement_scene.h"
#include "model/host_event.h"

namespace engine {

// Takes in what the journal has gained since the last time. Once a turn and at the end: a tool call
// waits for none of it.
void update_metrics(RequirementScene& scene, const model::RunId& run, bool is_over);

}  // namespace engine
