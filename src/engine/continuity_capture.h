// A session's state into its mirror: at every turn's end, and for the last time at its end. Both
// can be done again without harm, and what they do not know they leave as it is. Private to the
// engine.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/continuity_scene.h"
#include "policy/pending_task.h"

namespace engine {

// The first word of a session: it has begun, and has not ended.
base::Result<void> open_mirror(ContinuityScene& scene, const model::RunId& run);

// All that is known of the session now (S3-84, B3-6).
base::Result<void> capture(ContinuityScene& scene, const model::RunId& run);

struct SessionEnding {
  std::string at;
  std::string reason;
  bool crashed = false;
};
// The last capture: the mirror gets its end and is synced, the roster its line, the pins leave the
// working memory, and the session is live no more. A crash between two steps is finished by the
// next call.
base::Result<void> close_session(ContinuityScene& scene, const model::RunId& run,
                                 const SessionEnding& ending);

// A session that had ended goes on: its mirror is open again and its pins are back.
base::Result<void> reopen_session(ContinuityScene& scene, const model::RunId& run);

// What pipeline/state.json says now; nothing where it cannot be read (B3-14). None there: empty.
std::optional<std::vector<policy::PipelineTask>> read_pipeline(Stores& stores);

}  // namespace engine
