// `session set-state`: which fields of a run may be set from outside, and how (B0-8, B0-14).
#pragma once
#include "base/json.h"
#include "base/result.h"
#include "base/time.h"
#include "model/config.h"
#include "model/run.h"
#include "policy/asker.h"

namespace policy {

struct StateUpdateOptions {
  Asker asker;
  model::AgentModeChange agents_may = model::AgentModeChange::own;
  std::string actor = "cli";
};

// Applies a partial SessionState to the run by the same rules as every other way in:
//  - currentMode: through change_mode; "reason" may stand beside it.
//  - activeFeature, activeTask: text, or null to clear.
//  - protocolStartEvidence, protocolEndEvidence: merged, text to text; null takes one out.
//  - orchestratorWorkflow.workflowPhase: forward one step, back to any earlier, or complete to
//    planning. Other members of orchestratorWorkflow: immutable_field, naming the command to use.
//  - sessionId, createdAt, version, updatedAt, protocolStartComplete, protocolEndComplete, owner,
//    projectId, keyId, modeHistory, _signature and all else we write: immutable_field, unless the
//    value given is the one that stands there already.
//  - anything unknown: invalid_params naming it.
// The message starts with the field. An update without any field is invalid_params.
base::Result<model::Run> apply_state_update(model::Run run, const base::Json& update,
                                            const StateUpdateOptions& options, base::Instant now);

}  // namespace policy
