#include "engine/workflow.h"

#include "engine/compaction.h"
#include "engine/stores.h"
#include "policy/workflow.h"

namespace engine {
namespace {

// Saves what `change` makes of the run and tells the id it gave.
template <typename Change>
base::Result<AddedItem> save(Stores& stores, const model::RunId& run, const std::string& what,
                             const Caller& caller, const Change& change) {
  AddedItem item;
  TRY_ASSIGN(const auto saved,
             stores.runs.update(run, {.actor = caller.actor, .what = what},
                                [&](model::Run current) -> base::Result<model::Run> {
                                  TRY_ASSIGN(policy::Added added, change(std::move(current)));
                                  item.id = added.id;
                                  item.changed = added.changed;
                                  return std::move(added.run);
                                }));
  item.version = saved.run.version;
  return item;
}

const model::AgentInvocation* find_invocation(const model::Run& run, const std::string& id) {
  if (!run.workflow) return nullptr;
  for (const model::AgentInvocation& one : run.workflow->agent_history) {
    if (one.id == id) return &one;
  }
  return nullptr;
}

}  // namespace

base::Result<AddedItem> add_invocation(Workspace& workspace, const model::RunId& run,
                                       const model::AgentInvocation& invocation,
                                       const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string fresh_id = stores.system.random.uuid();
  return save(stores, run, "agent add", caller,
              [&](model::Run current) -> base::Result<policy::Added> {
                TRY_ASSIGN(policy::Added added,
                           policy::add_invocation(std::move(current), invocation, fresh_id,
                                                  stores.system.clock.now()));
                // What the note has no room for is kept whole beside it, before it is cut.
                if (added.changed && policy::prompt_overflows(invocation)) {
                  TRY(stores.side_notes.write_agent_context(added.run, invocation));
                }
                TRY_ASSIGN(added.run, compact_if_due(stores, std::move(added.run)));
                return added;
              });
}

base::Result<AddedItem> complete_invocation(Workspace& workspace, const model::RunId& run,
                                            const InvocationResult& result, const Caller& caller) {
  Stores& stores = workspace.stores();
  const policy::Completion completion{
      .invocation_id = result.invocation_id,
      .agent = model::AgentName(result.agent),
      .status = model::Named<model::InvocationStatus>(result.status),
      .output = result.output};
  return save(stores, run, "agent complete", caller,
              [&](model::Run current) -> base::Result<policy::Added> {
                TRY_ASSIGN(policy::Added added,
                           policy::complete_invocation(std::move(current), completion,
                                                       stores.system.clock.now()));
                const model::AgentInvocation* const done = find_invocation(added.run, added.id);
                if (added.changed && done != nullptr) {
                  TRY(stores.side_notes.write_agent_context(added.run, *done));
                }
                TRY_ASSIGN(added.run, compact_if_due(stores, std::move(added.run)));
                return added;
              });
}

base::Result<AddedItem> add_decision(Workspace& workspace, const model::RunId& run,
                                     const model::Decision& decision, const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string fresh_id = stores.system.random.uuid();
  return save(stores, run, "decision add", caller, [&](model::Run current) {
    return policy::add_decision(std::move(current), decision, fresh_id, stores.system.clock.now());
  });
}

base::Result<AddedItem> add_verdict(Workspace& workspace, const model::RunId& run,
                                    const model::Verdict& verdict, const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string fresh_id = stores.system.random.uuid();
  return save(stores, run, "verdict add", caller, [&](model::Run current) {
    return policy::add_verdict(std::move(current), verdict, fresh_id, stores.system.clock.now());
  });
}

base::Result<AddedItem> add_handoff(Workspace& workspace, const model::RunId& run,
                                    const model::Handoff& handoff, const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string fresh_id = stores.system.random.uuid();
  return save(stores, run, "handoff add", caller, [&](model::Run current) {
    return policy::add_handoff(std::move(current), handoff, fresh_id, stores.system.clock.now());
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
