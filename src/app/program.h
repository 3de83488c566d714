// What all programs of Holdfast do: answer a hook, or run a command.
#pragma once
#include "engine/fleet.h"

namespace app {

// `fleet` is null in the program that cannot reach a team's server; it outlives the call.
int run_program(int argc, char** argv, engine::FleetDoor* fleet);

}  // namespace app
