// Document S3's RestoredSessionContext as tools and commands give it.
#pragma once
#include "base/json.h"
#include "engine/continuity.h"

namespace engine {

// {preamble|null, inheritedPins, sessionIds, relevanceScores, pendingTaskCount} (S3-44), and with
// them skipped, learnings and changed.
base::Json to_json(const RestoredContext& restored);

}  // namespace engine
