// Whether commands that a project's own files name may run on this machine (BX-7).
#pragma once
#include "engine/session.h"
#include "engine/workspace.h"

namespace engine {

// To be asked before every such command.
bool is_trusted(Stores& stores);
bool is_trusted(Workspace& workspace);

// Who asks; the choice says in whose journal a refusal is written, where there is such a run.
struct TrustRequest {
  SessionChoice session;
  Caller caller;
};

struct TrustOutcome {
  bool trusted = false;
  bool changed = false;
};
// Needs a person (mode_forbidden): no project gives trust to itself by way of its agent.
base::Result<TrustOutcome> trust_project(Workspace& workspace, const TrustRequest& request);
// Anybody may.
base::Result<TrustOutcome> revoke_trust(Workspace& workspace);

}  // namespace engine
