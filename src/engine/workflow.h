// Agents, decisions, verdicts and handoffs of a run: the other half of document S0's service.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "engine/session.h"
#include "model/workflow.h"

namespace engine {

struct AddedItem {
  std::string id;
  std::int64_t version = 0;
  bool changed = true;  // False: it was there already.
};

base::Result<AddedItem> add_invocation(Workspace& workspace, const model::RunId& run,
                                       const model::AgentInvocation& invocation,
                                       const Caller& caller);

struct InvocationResult {
  std::string invocation_id;  // Or the agent, where empty.
  std::string agent;
  std::string status = "completed";
  std::optional<model::InvocationOutput> output;
};
base::Result<AddedItem> complete_invocation(Workspace& workspace, const model::RunId& run,
                                            const InvocationResult& result, const Caller& caller);

base::Result<AddedItem> add_decision(Workspace& workspace, const model::RunId& run,
                                     const model::Decision& decision, const Caller& caller);
base::Result<AddedItem> add_verdict(Workspace& workspace, const model::RunId& run,
                                    const model::Verdict& verdict, const Caller& caller);
base::Result<AddedItem> add_handoff(Workspace& workspace, const model::RunId& run,
                                    const model::Handoff& handoff, const Caller& caller);
base::Result<std::vector<model::Handoff>> list_handoffs(Workspace& workspace,
                                                        const model::RunId& run);
base::Result<AddedItem> accept_handoff(Workspace& workspace, const model::RunId& run,
                                       const std::string& handoff_id, const Caller& caller);

}  // namespace engine
