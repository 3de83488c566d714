// How the last push to a team's server went: `<state home>/holdfast/fleet/last-push.json`, for
// those who ask while the server cannot be. See docs/format/fleet-push.md.
#pragma once
#include <cstdint>
#include <string>

#include "os/system.h"
#include "store/layout.h"

namespace store {

struct FleetPushRecord {
  std::string at;          // When the last one that sent everything came to its end.
  std::string began_at;    // When that one began: what is older than this is on the server.
  std::string attempt_at;  // When one began that has not said how it ended; else empty.
  std::string problem;     // Of the last attempt; empty where it was fine.
  std::string problem_at;
  std::int64_t failures = 0;  // Attempts that failed since one was fine.
  std::string team_problem;   // Why handoffs and claims were not exchanged; rows were sent.
};

// Empty where there is none, or none that can be read: it only tells.
FleetPushRecord load_fleet_push(os::System system, const Homes& homes);
base::Result<void> keep_fleet_push(os::System system, const Homes& homes,
                                   const FleetPushRecord& record);
// Fine where there is none.
base::Result<void> forget_fleet_push(os::System system, const Homes& homes);

}  // namespace store
