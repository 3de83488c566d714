// The part of a push that is about people: this machine's packets and claims go to the team, and
// what became of them and what others touch comes back. Private to the engine.
#pragma once
#include <string>

#include "engine/fleet_place.h"
#include "os/system.h"

namespace engine {

// For every known project that has a remote. What went wrong, in a sentence; empty: nothing. It
// stops no push: rows are there already, and the next push does it again.
std::string exchange_with_team(os::System system, FleetDoor& door, const JoinedFleet& fleet);

// What the team said is not believed any more, once it was left.
void forget_team_claims(os::System system);

}  // namespace engine
