// Whether this machine has joined a team's server: `<state home>/holdfast/fleet/joined`. A hook
// asks with one look at a file that is not there for most people; what counts is in the settings.
#pragma once
#include "os/system.h"
#include "store/layout.h"

namespace store {

bool has_fleet_mark(os::FileSystem& files, const Homes& homes);
base::Result<void> keep_fleet_mark(os::System system, const Homes& homes);
// Fine where there is none.
base::Result<void> remove_fleet_mark(os::FileSystem& files, const Homes& homes);

}  // namespace store
