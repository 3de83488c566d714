// What a team's server forgets: old events, by whole months.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/fleet.h"
#include "os/system.h"

namespace engine {

struct PrunedFleet {
  std::string server;               // Without user, password and parameters.
  std::string before;               // The first day that stays.
  std::vector<std::string> months;  // "2026-01"
  std::int64_t rows = 0;            // Of other tables: what the events had meant.
};
// Events of all machines in months that are over before `day` ("2026-11-01", or "180d" for that
// long ago), and what they meant. Runs, work sessions and their costs stay, and so does every
// journal on its machine. Can be broken off and done again. invalid_value, not_found where no
// server was joined, unavailable for a role that does not own the tables.
base::Result<PrunedFleet> prune_fleet(os::System system, FleetDoor& door, const std::string& day);

}  // namespace engine
