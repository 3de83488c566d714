// What this machine's live runs have touched, from what their journals say already. Private to the
// engine.
#pragma once
#include <string>

#include "engine/stores.h"
#include "index/team.h"
#include "model/user_config.h"

namespace engine {

struct ClaimMaking {
  std::string repository;  // policy::repository_key
  model::FleetShare share = model::FleetShare::metadata;
};
// Of the last day, of runs that have not ended; a path only where all is shared. A run whose state
// cannot be trusted is left out.
void make_claims(Stores& stores, const ClaimMaking& how, indexing::TeamPresence& into);

}  // namespace engine
