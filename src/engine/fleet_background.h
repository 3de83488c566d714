// The push after a turn: a process that nobody waits for, that speaks nowhere and ends by itself.
// Of these at most two are there at once on a machine: one that sends, and one that waits for it.
#pragma once
#include "base/time.h"
#include "engine/fleet.h"
#include "model/host_event.h"
#include "os/detached.h"
#include "os/system.h"

namespace engine {

// Starts it where a turn or a session has ended, this machine has joined a team's server and
// something was journalled. For everybody else it costs one look at a file that is not there. What
// cannot be started stops nobody; it is in the record of pushes.
void push_after(os::System system, os::DetachedPrograms& programs, const model::HostEvent& event,
                const model::HostReply& reply);

// The program beside this one that can reach a server.
os::Path fleet_program(os::System system);
// With the project around `folder`; empty: those that are known. not_found where there is no such
// program.
base::Result<os::Pid> start_background_push(os::System system, os::DetachedPrograms& programs,
                                            const os::Path& folder);

struct BackgroundPush {
  os::Path folder;              // A project that may not be known yet.
  base::Millis limit{120'000};  // From the start, with the time that it waits.
};
enum class BackgroundPushed {
  sent,
  failed,          // The record says by what.
  not_wanted,      // No server was joined, or `fleet.push: manual`.
  too_soon,        // After a failure: the next turn tries again.
  somebody_waits,  // Who begins after us, and so sends ours.
  timed_out,       // Another one sent all that time.
};
// What that process does. The limit is for who is able to end: a server that hangs is the
// watchdog's.
BackgroundPushed push_in_background(os::System system, FleetDoor& door,
                                    const BackgroundPush& request);

}  // namespace engine
