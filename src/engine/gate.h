// The gate from load to answer, and the explanation of what it said.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/json.h"
#include "engine/session.h"
#include "model/gate.h"
#include "model/tool_call.h"

namespace engine {

struct GateQuestion {
  model::ToolCall call;
  std::string folder;               // What relative targets are relative to; the root where empty.
  std::optional<model::RunId> run;  // None: as for a run that does not exist yet.
  // The tool's whole input, where it is known: what becomes of texts. Borrowed.
  const base::Json* input = nullptr;
};
// What the gate would say now. Leaves no trace.
model::GateDecision check_gate(Workspace& workspace, const GateQuestion& question);

// A decision of the past, as the journal has it.
struct PastDecision {
  std::string id;
  model::RunId run;
  std::string at;
  model::ToolCall call;
  bool command_is_cut = false;  // The journal keeps only the beginning of a long command.
  std::string folder;
  model::GateDecision decision;
};
// Newest first. `denied_only` leaves out what was allowed.
struct DecisionQuery {
  std::optional<model::RunId> run;  // None: of all runs.
  bool denied_only = false;
  std::size_t limit = 20;
};
base::Result<std::vector<PastDecision>> past_decisions(Workspace& workspace,
                                                       const DecisionQuery& query);
// By its id ("7d1054b6-42"). not_found, invalid_params.
base::Result<PastDecision> find_decision(Workspace& workspace, const std::string& id);

// The same call on today's rules and today's state.
base::Result<model::GateDecision> replay_decision(Workspace& workspace, const PastDecision& past);

}  // namespace engine
