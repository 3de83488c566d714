// A transaction on a team's server through which rows pass redacted, and without their words where
// only metadata is shared. Private to the engine; see fleet_share.h.
#pragma once
#include <memory>

#include "index/index.h"
#include "model/user_config.h"

namespace engine {

std::unique_ptr<indexing::Batch> shared_batch(std::unique_ptr<indexing::Batch> server,
                                              model::FleetShare share);

}  // namespace engine
