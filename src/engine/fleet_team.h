// The part of a push that is about people: this machine's packets and claims go to the team, and
// what became of them and what others touch comes back. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/fleet_place.h"
#include "os/system.h"

namespace engine {

// For every known project that has a remote. What goes wrong is added to `problems` and stops no
// push: rows are there already, and the next push does it again.
void exchange_with_team(os::System system, FleetDoor& door, const JoinedFleet& fleet,
                        std::vector<std::string>& problems);

}  // namespace engine
