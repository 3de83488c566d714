#include "engine/work_link.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace engine {
namespace {

// What we derived last: while workflowPhase is still that, nobody else has set it.
constexpr const char* kDerived = "derivedPhase";

model::WorkflowPhase derived_phase(model::WorkPhase phase) {
  switch (phase) {
    case model::WorkPhase::spec:
    case model::WorkPhase::plan:
      return model::WorkflowPhase::planning;
    case model::WorkPhase::build:
      return model::WorkflowPhase::implementation;
    case model::WorkPhase::docs:
      return model::WorkflowPhase::validation;
    case model::WorkPhase::complete:
      return model::WorkflowPhase::complete;
  }
  return model::WorkflowPhase::planning;
}

bool is_derived(const model::OrchestratorWorkflow& workflow) {
  const base::Json& extra = workflow.extra.get();
  if (!extra.is_object()) return false;
  const auto derived = extra.find(kDerived);
  return derived != extra.end() && derived->is_string() &&
         derived->get_ref<const std::string&>() == workflow.phase.text();
}

void derive_workflow_phase(model::Run& run, model::WorkPhase phase, base::Instant now) {
  if (run.workflow && !is_derived(*run.workflow)) return;
  if (!run.workflow) {
    run.workflow.emplace();
    run.workflow->started_at = base::to_iso(now);
    run.workflow->last_agent_change = run.workflow->started_at;
  }
  model::OrchestratorWorkflow& workflow = *run.workflow;
  workflow.phase = derived_phase(phase);
  if (!workflow.extra.get().is_object()) workflow.extra = base::JsonBox(base::Json::object());
  workflow.extra.get()[kDerived] = workflow.phase.text();
}

// A checkpoint's number is ours; other tasks are the agent's own and stay.
bool is_checkpoint(const std::optional<std::string>& task) {
  return task && !task->empty() && std::all_of(task->begin(), task->end(), base::is_digit);
}

}  // namespace

void put_work(model::Run& run, const std::string& slug, const model::WorkSession& session,
              base::Instant now) {
  run.work_session = slug;
  run.active_feature = slug;
  if (session.build.current) {
    run.active_task = std::to_string(*session.build.current);
  } else if (is_checkpoint(run.active_task)) {
    run.active_task.reset();
  }
  if (const auto phase = session.phase.known()) derive_workflow_phase(run, *phase, now);
}

base::Result<void> link_run(Stores& stores, const WorkCaller& caller, const WorkView& work) {
  if (!caller.run) return {};
  const auto saved =
      stores.runs.update(*caller.run, {.actor = caller.caller.actor, .what = "work"},
                         [&](model::Run run) -> base::Result<model::Run> {
                           put_work(run, work.slug, work.session, stores.system.clock.now());
                           return run;
                         });
  if (saved.ok() || saved.error().code == base::Code::not_found) return {};
  return saved.error();
}

}  // namespace engine
