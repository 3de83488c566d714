// What an agent's own tools mean for work sessions: a file written below one touches it, a commit
// goes to the one that the run works on. Private to the engine.
#pragma once
#include "base/json.h"
#include "engine/stores.h"
#include "model/host_event.h"

namespace engine {

// Puts what was done into `record`, the event's line in the journal. Never fails: work sessions
// stop no work. A few comparisons of texts where nothing matches.
void follow_work(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                 base::Json& record);

// The slug of the session whose file `path` is, absolute and without links: below a folder of
// `root`, research/ and debug/ included; not the manifest itself, nor temporary or lock files
// (B2-3). Empty for every other path.
std::string touched_work(std::string_view path, std::string_view root);

}  // namespace engine
