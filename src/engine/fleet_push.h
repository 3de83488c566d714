// One push to a team's server, and the note of how it went. Private to the engine.
#pragma once
#include <chrono>
#include <memory>
#include <optional>

#include "engine/fleet.h"
#include "engine/fleet_place.h"
#include "os/system.h"
#include "store/fleet_push_record.h"
#include "store/layout.h"

namespace engine {

// One push at a time on a machine: lock_timeout where another one takes longer than that.
base::Result<std::unique_ptr<os::File>> lock_push(os::System system, const store::Homes& homes,
                                                  base::Millis timeout);

struct PushRequest {
  os::Path folder;  // The project around it is sent too, where nobody knows it yet.
  IndexProgress progress = {};
  // What is left then waits for the next push, and this one does not count as one that sent
  // everything.
  std::optional<std::chrono::microseconds> deadline = {};
};
// The caller holds the lock.
base::Result<IndexUpdate> push_locked(os::System system, FleetDoor& door, const JoinedFleet& fleet,
                                      const PushRequest& request);

// Counts an attempt that failed; with the lock held.
void note_failed_push(os::System system, const store::Homes& homes, const base::Error& problem);

}  // namespace engine
