#include "engine/workflow.h"

#include "engine/invocation.h"
#include "engine/redacted.h"
#include "engine/saving.h"
#include "engine/stores.h"
#include "policy/workflow.h"

namespace engine {

base::Result<AddedItem> add_invocation(Workspace& workspace, const model::RunId& run,
                                       const model::AgentInvocation& invocation,
                                       const Caller& caller) {
  return enter_invocation(workspace.stores(), run, invocation, policy::AgentNames::documented,
                          caller);
}

base::Result<AddedItem> complete_invocation(Workspace& workspace, const model::RunId& run,
                                            const InvocationResult& result, const Caller& caller) {
  return end_invocation(workspace.stores(), run,
                        {.invocation_id = result.invocation_id,
                         .agent = model::AgentName(result.agent),
                         .status = model::Named<model::InvocationStatus>(result.status),
                         .output = result.output},
                        caller);
}

base::Result<AddedItem> add_decision(Workspace& workspace, const model::RunId& run,
                                     const model::Decision& decision, const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string fresh_id = stores.system.random.uuid();
  const auto safe = redacted(decision);
  return save(stores, run, "decision add", caller, [&](model::Run current) {
    return policy::add_decision(std::move(current), safe, fresh_id, stores.system.clock.now());
  });
}

base::Result<AddedItem> add_verdict(Workspace& workspace, const model::RunId& run,
                                    const model::Verdict& verdict, const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string fresh_id = stores.system.random.uuid();
  const auto safe = redacted(verdict);
  return save(stores, run, "verdict add", caller, [&](model::Run current) {
    return policy::add_verdict(std::move(current), safe, fresh_id, stores.system.clock.now());
  });
}

base::Result<AddedItem> add_handoff(Workspace& workspace, const model::RunId& run,
                                    const model::Handoff& handoff, const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string fresh_id = stores.system.random.uuid();
  const auto safe = redacted(handoff);
  return save(stores, run, "handoff add", caller, [&](model::Run current) {
    return policy::add_handoff(std::move(current), safe, fresh_id, stores.system.clock.now());
  });
}

base::Result<std::vector<model::Handoff>> list_handoffs(Workspace& workspace,
                                                        const model::RunId& run) {
  TRY_ASSIGN(const auto loaded, workspace.stores().runs.load(run));
  return loaded.run.workflow ? loaded.run.workflow->pending_handoffs
                             : std::vector<model::Handoff>();
}

base::Result<AddedItem> accept_handoff(Workspace& workspace, const model::RunId& run,
                                       const std::string& handoff_id, const Caller& caller) {
  Stores& stores = workspace.stores();
  return save(stores, run, "handoff accept", caller, [&](model::Run current) {
    return policy::accept_handoff(std::move(current), handoff_id, stores.system.clock.now());
  });
}

}  // namespace engine
