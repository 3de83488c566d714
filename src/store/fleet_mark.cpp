#include "store/fleet_mark.h"

#include "store/fleet_places.h"
#include "store/own_file.h"

namespace store {

bool has_fleet_mark(os::FileSystem& files, const Homes& homes) {
  return !homes.state.empty() && files.link_info(fleet_mark_path(homes)).ok();
}

base::Result<void> keep_fleet_mark(os::System system, const Homes& homes) {
  return replace_own_file(system, fleet_mark_path(homes),
                          "The address is index.url in your settings; `holdfast fleet leave`.\n",
                          {.sync = false});
}

base::Result<void> remove_fleet_mark(os::FileSystem& files, const Homes& homes) {
  auto removed = files.remove(fleet_mark_path(homes));
  if (!removed.ok() && removed.error().code != base::Code::not_found) return removed;
  return {};
}

}  // namespace store
