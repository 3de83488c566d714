// A person's word that a run is over, where its host has not said so.
#pragma once
#include <string>

#include "engine/session.h"

namespace engine {

// The run and its mirror are closed. An agent that goes on all the same opens it again with its
// next event. already_completed where it has ended.
base::Result<void> end_session(Workspace& workspace, const model::RunId& run,
                               const std::string& reason, const Caller& caller);

}  // namespace engine
