// What a host's events mean for continuity (document S3): restore at the start, capture at every
// turn's end, close at the end, tell again after a compaction. Private to the engine.
#pragma once
#include <vector>

#include "base/json.h"
#include "engine/continuity_told.h"
#include "engine/stores.h"
#include "model/host_event.h"

namespace engine {

// Fails open: what goes wrong is a word in `record` (`continuity_fault`), and the work goes on.
// Adds to `reply.context` what the model is to be told; the outcome says what that is, for
// note_told once the answer has gone out.
Told follow_continuity(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                       model::HostReply& reply, base::Json& record);

// Closes the sessions whose run has ended or whose holder is gone: pins go from the working memory
// into the mirror, the roster gets its line. Runs that are live stay as they are (B3-2). The runs
// that were ended by this.
std::vector<model::RunId> close_dead_sessions(Stores& stores);

}  // namespace engine
