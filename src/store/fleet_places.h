// The names of the files about a team's server; see docs/files.md.
#pragma once
#include "store/layout.h"

namespace store {

// There while one is joined, so that a hook need not read settings.
inline os::Path fleet_mark_path(const Homes& homes) { return homes.state / "fleet" / "joined"; }
inline os::Path fleet_push_path(const Homes& homes) {
  return homes.state / "fleet" / "last-push.json";
}
// Who sends holds the first; the one who waits to be next holds the second.
inline os::Path fleet_push_lock_path(const Homes& homes) {
  return homes.state / "locks" / "fleet-push.lock";
}
inline os::Path fleet_next_lock_path(const Homes& homes) {
  return homes.state / "locks" / "fleet-next.lock";
}

}  // namespace store
