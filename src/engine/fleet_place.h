// Which team's server this machine belongs to. Private to the engine.
#pragma once
#include <optional>

#include "engine/fleet.h"
#include "index/postgres/postgres_index.h"
#include "os/system.h"
#include "store/layout.h"

namespace engine {

struct JoinedFleet {
  FleetPlace place;
  indexing::OpenPostgres options;  // With the address as it is.
};

// For an address that may not be joined yet. The machine is known by its key, which is made where
// there is none.
base::Result<JoinedFleet> fleet_at(os::System system, const store::Homes& homes,
                                   const std::string& url, model::FleetShare share);

// not_found where no server was joined; untrusted where its password can be read by others.
base::Result<JoinedFleet> joined_fleet(os::System system, const store::Homes& homes);

}  // namespace engine
