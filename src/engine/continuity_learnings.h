// Memories of earlier sessions that are still worth a word (S3-91 to S3-94). Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/continuity_restore.h"

namespace engine {

struct Learnings {
  std::vector<std::string> told;
  std::size_t decayed = 0;  // Had their confidence looked up.
  std::size_t dropped = 0;  // And fell below the floor.
};
// Each once, the best session's first. What a Cortex database says of their confidence counts,
// decayed by the age of the session; it is only read. A memory that no database knows is sure.
Learnings surviving_learnings(ContinuityScene& scene, const std::vector<Forerunner>& sessions);

}  // namespace engine
