// The way to a team's server, for commands that ask it.
#pragma once
#include "cli/command.h"

namespace cli {

// unavailable in the program that has none.
inline base::Result<engine::FleetDoor*> door_of(const Context& context) {
  if (context.fleet != nullptr) return context.fleet;
  return base::Error{base::Code::unavailable, "this program cannot reach a team's server",
                     "`holdfast` starts `holdfast-fleet`, which can; is it beside it?"};
}

}  // namespace cli
