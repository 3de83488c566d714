// What leaves this machine for a team's server, and what does not. An index that stands before the
// server's: rows pass through it, redacted, and without their words where only metadata is shared.
// Answers pass as they are. Private to the engine.
#pragma once
#include <memory>
#include <string>
#include <string_view>

#include "index/index.h"
#include "model/user_config.h"

namespace engine {

std::unique_ptr<indexing::Index> share_through(std::unique_ptr<indexing::Index> server,
                                               model::FleetShare share);

// What metadata leaves of a journal's payload: which tool, which rule, whether it was allowed, and
// that there was a fault; no word of a person, a model or a command.
std::string payload_metadata(std::string_view payload);

}  // namespace engine
