// What a session that begins takes over from those before it: first all of it is worked out, then
// it is written, so that a fault or the deadline leaves nothing half done (B3-18). Private to the
// engine.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "engine/continuity.h"
#include "engine/continuity_scene.h"

namespace engine {

// A session of the past that counts.
struct Forerunner {
  model::SessionState state;
  double score = 0;
  double hours = 0;
};

struct RestorePlan {
  RestoredContext context;
  std::vector<Forerunner> chosen;  // The best first.
  ScoreReport report;
  std::size_t decayed_learnings = 0;  // Memories whose confidence was looked up,
  std::size_t dropped_learnings = 0;  // and those that are not sure enough any more.
};

struct RestoreRequest {
  std::optional<model::RunId> run;  // None: a session to come.
  std::string prompt;
  // Of Clock::steady(); unavailable once it has passed.
  std::optional<std::chrono::microseconds> deadline;
};
base::Result<RestorePlan> plan_restore(ContinuityScene& scene, const RestoreRequest& request);
// The same from one session that a person or an agent named, whatever its score.
base::Result<RestorePlan> plan_continuation(ContinuityScene& scene, const model::RunId& run,
                                            const model::SessionState& from);

struct RestoreCommit {
  bool forced = false;
  std::optional<std::chrono::microseconds> deadline;
};
// Pins, links in both directions, metrics. Whether anything was written; doing it again is nothing.
base::Result<bool> commit_restore(ContinuityScene& scene, const model::RunId& run,
                                  RestorePlan& plan, const RestoreCommit& how);

}  // namespace engine
