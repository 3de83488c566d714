// The memories that document S1 speaks of, written after the run's note: copies, which fail open
// and are made again by the next change. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/run.h"

namespace engine {

// Brings `session-current-state` (or, where the memories do not answer, the fallback file), and
// where they changed the violations log, up to the run's state. Gives what went wrong.
std::vector<std::string> project_protocol(Stores& stores, const model::Run& run);

// After the end: the current state goes, the history and the violations log gain it.
std::vector<std::string> project_end(Stores& stores, const model::Run& run);

// Puts what the memories missed while they did not answer into them: history and violations of past
// sessions. Quick where nothing is missing.
std::vector<std::string> catch_up_memories(Stores& stores);

// What git should not see of them: lines for info/exclude, which is this machine's own.
const std::vector<std::string>& projection_exclude_lines();
void hide_projections(Stores& stores);

}  // namespace engine
