#include "engine/session.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "engine/compaction.h"
#include "engine/operator.h"
#include "engine/redacted.h"
#include "engine/run_view.h"
#include "engine/stores.h"
#include "policy/mode.h"
#include "policy/redaction.h"
#include "policy/state_update.h"

namespace engine {

std::string_view name_of(RunHealth health) {
  switch (health) {
    case RunHealth::live:
      return "live";
    case RunHealth::idle:
      return "idle";
    case RunHealth::ended:
      return "ended";
    case RunHealth::broken:
      return "broken";
  }
  return "";
}

base::Result<model::Run> start_session(Workspace& workspace, const std::string& id,
                                       const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string wanted = id.empty() ? stores.system.random.uuid() : id;
  TRY_ASSIGN(const model::RunId run, store::run_of_host_id(stores.project.id, "custom", wanted));
  model::Run fresh = fresh_run(stores, run);
  if (auto lease = lease_of_caller(stores.system.processes, 0)) fresh.owner = *std::move(lease);
  fresh.host_id = wanted;
  TRY_ASSIGN(auto saved,
             stores.runs.create(std::move(fresh), {.actor = caller.actor, .what = "start"}));
  if (wanted != run.text) TRY(stores.aliases.add("custom", wanted, run));
  TRY(stores.aliases.set_current(run));
  return std::move(saved.run);
}

base::Result<model::Run> get_state(Workspace& workspace, const model::RunId& run) {
  TRY_ASSIGN(auto loaded, workspace.stores().runs.load(run));
  return std::move(loaded.run);
}

base::Result<std::shared_ptr<const model::Run>> view_state(Workspace& workspace,
                                                           const model::RunId& run) {
  return workspace.stores().runs.view(run);
}

base::Result<model::Run> set_state(Workspace& workspace, const model::RunId& run,
                                   const StateChange& change, const Caller& caller) {
  Stores& stores = workspace.stores();
  // Who asks matters only for a mode; finding out costs a walk over runs and processes.
  const bool asks_for_mode =
      change.update.get().is_object() && change.update.get().contains("currentMode");
  const policy::StateUpdateOptions options{
      .asker = asks_for_mode ? asker(workspace, caller) : policy::Asker{},
      .agents_may = stores.config.gate_agent_mode_change,
      .actor = caller.actor};
  const base::JsonBox update = redacted(change.update);
  auto saved = stores.runs.update(
      run, {.expected_version = change.if_version, .actor = caller.actor, .what = "set-state"},
      [&](model::Run current) {
        return policy::apply_state_update(std::move(current), update.get(), options,
                                          stores.system.clock.now());
      });
  if (!saved.ok()) {
    journal_refusal(stores, run, "set-state", saved.error(), caller);
    return std::move(saved).error();
  }
  return std::move(saved->run);
}

base::Result<model::Run> set_mode(Workspace& workspace, const model::RunId& run,
                                  const ModeRequest& request, const Caller& caller) {
  Stores& stores = workspace.stores();
  const policy::ModeChange change{.mode = model::ModeName(request.mode),
                                  .reason = policy::redact(request.reason),
                                  .actor = caller.actor,
                                  .asker = asker(workspace, caller),
                                  .agents_may = stores.config.gate_agent_mode_change};
  auto saved =
      stores.runs.update(run, {.actor = caller.actor, .what = "mode"}, [&](model::Run current) {
        return policy::change_mode(std::move(current), change, stores.system.clock.now());
      });
  if (!saved.ok()) {
    journal_refusal(stores, run, "mode " + request.mode, saved.error(), caller);
    return std::move(saved).error();
  }
  return std::move(saved->run);
}

base::Result<model::Run> pause_run(Workspace& workspace, const model::RunId& run,
                                   const PauseRequest& request, const Caller& caller) {
  Stores& stores = workspace.stores();
  if (request.duration <= base::Millis{0}) {
    return base::Error{base::Code::invalid_params, "a pause must last longer than nothing", ""};
  }
  auto asked_by = require_person(workspace, "a pause", caller);
  if (!asked_by.ok()) {
    journal_refusal(stores, run, "pause", asked_by.error(), caller);
    return std::move(asked_by).error();
  }
  const std::string until = base::to_iso(stores.system.clock.now() + request.duration);
  const std::string reason = policy::redact(request.reason);
  TRY_ASSIGN(auto saved, stores.runs.update(run, {.actor = caller.actor, .what = "pause"},
                                            [&](model::Run current) -> base::Result<model::Run> {
                                              current.pause = model::Pause{.until = until,
                                                                           .reason = reason,
                                                                           .actor = caller.actor,
                                                                           .by = asked_by->by,
                                                                           .way = asked_by->way,
                                                                           .extra = {}};
                                              return current;
                                            }));
  return std::move(saved.run);
}

base::Result<model::Run> resume_run(Workspace& workspace, const model::RunId& run,
                                    const Caller& caller) {
  TRY_ASSIGN(auto saved,
             workspace.stores().runs.update(run, {.actor = caller.actor, .what = "resume"},
                                            [](model::Run current) -> base::Result<model::Run> {
                                              current.pause.reset();
                                              return current;
                                            }));
  return std::move(saved.run);
}

std::vector<RunLine> list_sessions(Workspace& workspace) {
  Stores& stores = workspace.stores();
  const auto current = stores.aliases.current();
  std::vector<RunLine> lines;
  for (const model::RunId& id : stores.runs.list()) {
    RunLine line;
    line.id = id;
    line.is_current = current && *current == id;
    const auto loaded = stores.runs.load(id);
    if (!loaded.ok()) {
      line.health = RunHealth::broken;
      line.problem = loaded.error().message;
    } else {
      const model::Run& run = loaded->run;
      line.mode = run.mode.text();
      line.version = run.version;
      line.created_at = run.created_at;
      line.updated_at = run.updated_at;
      line.worktree = run.worktree.value_or("");
      const bool live = liveness(stores, run) == policy::Liveness::live;
      line.health = run.ended_at ? RunHealth::ended : live ? RunHealth::live : RunHealth::idle;
    }
    lines.push_back(std::move(line));
  }
  std::stable_sort(lines.begin(), lines.end(),
                   [](const auto& a, const auto& b) { return a.updated_at > b.updated_at; });
  return lines;
}

base::Result<CompactionOutcome> compact_session(Workspace& workspace, const model::RunId& run,
                                                const Caller& caller) {
  Stores& stores = workspace.stores();
  CompactionOutcome outcome;
  TRY_ASSIGN(const auto saved,
             stores.runs.update(run, {.actor = caller.actor, .what = "compact"},
                                [&](model::Run current) -> base::Result<model::Run> {
                                  TRY_ASSIGN(auto compacted,
                                             compact_now(stores, std::move(current)));
                                  outcome.moved = compacted.moved;
                                  outcome.note = compacted.note;
                                  return std::move(compacted.run);
                                }));
  outcome.compacted = true;
  outcome.version = saved.run.version;
  return outcome;
}

}  // namespace engine
