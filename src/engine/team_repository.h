// A project as its team knows it. Private to the engine.
#pragma once
#include <string>

#include "engine/fleet_place.h"
#include "engine/stores.h"
#include "index/team.h"
#include "policy/repository_name.h"
#include "store/claim_file.h"
#include "store/project_registry.h"

namespace engine {

// policy::repository_key of the project's remote; empty where it has none that others know.
inline std::string team_repository(Stores& stores) {
  return policy::repository_key(store::record_of(stores.system.files, stores.project).remote);
}

// What the server says of the other runs in a repository, as it is kept here; texts of others made
// plain. `machine` is this one.
base::Result<store::KeptClaims> claims_from_team(os::System system, indexing::Team& team,
                                                 const std::string& repository,
                                                 const std::string& machine);

}  // namespace engine
