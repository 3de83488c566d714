// What a session has left behind so far, to look at.
#pragma once
#include "engine/workspace.h"
#include "model/session_state.h"

namespace engine {

// The run's mirror; not_found before its first capture. Unlike session_chain it is no event.
base::Result<model::SessionState> view_mirror(Workspace& workspace, const model::RunId& run);

}  // namespace engine
