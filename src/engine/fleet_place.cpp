#include "engine/fleet_place.h"

#include "engine/fleet_joined.h"
#include "policy/fleet_url.h"
#include "store/bundle.h"
#include "store/machine_key.h"
#include "store/user_config.h"
#include "store/user_config_edit.h"

namespace engine {

base::Result<JoinedFleet> fleet_at(os::System system, const store::Homes& homes,
                                   const std::string& url, model::FleetShare share) {
  TRY(policy::check_fleet_url(url));
  TRY_ASSIGN(const auto key, store::machine_key(system, homes));
  JoinedFleet fleet;
  fleet.place = {.server = policy::fleet_url_shown(url),
                 .machine = store::machine_id_of(key.public_key()),
                 .machine_name = system.processes.host_name(),
                 .share = share};
  fleet.options.url = url;
  fleet.options.machine = fleet.place.machine;
  fleet.options.machine_name = fleet.place.machine_name;
  fleet.options.now = base::to_iso(system.clock.now());
  return fleet;
}

bool has_joined_fleet(os::System system) {
  return !store::load_user_config(system, store::homes_of(system.environment)).index_url.empty();
}

base::Result<JoinedFleet> joined_fleet(os::System system, const store::Homes& homes) {
  const model::UserConfig config = store::load_user_config(system, homes);
  if (config.index_url.empty()) {
    return base::Error{base::Code::not_found, "this machine has joined no team's server",
                       "`holdfast fleet join postgresql://…` joins one."};
  }
  if (policy::has_password(config.index_url)) {
    TRY(store::check_user_config_is_private(system, homes));
  }
  return fleet_at(system, homes, config.index_url, config.fleet_share);
}

}  // namespace engine
