#include "engine/run_lifecycle.h"

#include "engine/decision_record.h"
#include "engine/first_mode.h"
#include "engine/invocation.h"
#include "engine/lineage.h"
#include "engine/run_view.h"
#include "store/live_session.h"

namespace engine {
namespace {

// A heartbeat more often than this would cost writes and tell nothing new.
constexpr std::chrono::seconds kHeartbeatEvery{60};

void take_lease(Stores& stores, model::Run& run, const model::HostEvent& event) {
  run.host = event.host;
  if (!event.host_id.empty()) run.host_id = event.host_id;
  if (!event.transcript.empty()) run.transcript_path = event.transcript;
  run.worktree = stores.project.root.native();
  run.heartbeat_at = base::to_iso(stores.system.clock.now());
  if (event.is_remote) {
    // Whoever held it before may be gone; it is held by nobody and lives by its heartbeat.
    run.owner.reset();
  } else if (auto lease = lease_of_caller(stores.system.processes, event.owner_pid)) {
    run.owner = *std::move(lease);
  }
}

store::LiveSessions live_sessions(Stores& stores) {
  return {stores.system, stores.layout.live_sessions()};
}

// So that a sweep need not look at every run there ever was.
void mark_live(Stores& stores, const model::RunId& id) {
  const store::LiveSessions live = live_sessions(stores);
  if (!live.exists(id)) (void)live.write(id, {});
}

void reopen(model::Run& run) {
  run.ended_at.reset();
  run.end_reason.reset();
}

base::Result<void> beat(Stores& stores, const model::RunId& id) {
  const base::Instant now = stores.system.clock.now();
  const auto is_fresh = [&](const model::Run& run) {
    const auto last = base::instant_from_iso(run.heartbeat_at);
    return last.ok() && *last <= now && now - *last < kHeartbeatEvery;
  };
  // Most turns end within a minute of the one before: then there is nothing to lock for.
  if (const auto run = stores.runs.view(id); run.ok() && is_fresh(**run)) return {};
  auto saved = stores.runs.update(id, {.actor = "hook", .what = "heartbeat"},
                                  [&](model::Run run) -> base::Result<model::Run> {
                                    if (!is_fresh(run)) run.heartbeat_at = base::to_iso(now);
                                    return run;
                                  });
  TRY(saved);
  return {};
}

template <typename IsOver>
bool end_if(Stores& stores, const model::RunId& id, const IsOver& is_over) {
  const auto loaded = stores.runs.load(id);
  if (!loaded.ok() || !is_over(loaded->run)) return false;
  const auto saved = stores.runs.update(
      id, {.actor = "system", .what = "crashed"}, [&](model::Run run) -> base::Result<model::Run> {
        // Asked again behind the lock: its holder may have come back.
        if (run.ended_at || !is_over(run)) return run;
        run.ended_at = run.heartbeat_at.empty() ? run.updated_at : run.heartbeat_at;
        run.end_reason = "crashed";
        return run;
      });
  return saved.ok() && saved->changed;
}

}  // namespace

base::Result<bool> end_run(Stores& stores, const model::RunId& id, const RunEnding& ending) {
  const std::string now = base::to_iso(stores.system.clock.now());
  auto saved = stores.runs.update(
      id, {.actor = ending.actor, .what = "session_end"},
      [&](model::Run run) -> base::Result<model::Run> {
        if (run.ended_at) return run;
        run.ended_at = now;
        run.end_reason = ending.reason.empty() ? "session_end" : safe_text(ending.reason, 200);
        run.heartbeat_at = now;
        return run;
      });
  TRY(saved);
  // Else it goes when the session's mirror has been closed.
  if (!stores.config.continuity.enabled) TRY(live_sessions(stores).remove(id));
  TRY(stores.aliases.clear_current(id));
  return saved->changed;
}

base::Result<model::Run> begin_run(Stores& stores, const model::RunId& id,
                                   const model::HostEvent& event) {
  const store::UpdateOptions options{.actor = "hook", .what = "begin"};
  mark_live(stores, id);
  const auto state = stores.runs.summary(id);
  if (!state.ok() && state.error().code == base::Code::not_found) {
    model::Run run = fresh_run(stores, id);
    take_lease(stores, run, event);
    settle_first_mode(stores, run);
    if (const auto parent = predecessor_of(stores, run, event)) run.resumed_from = parent->text;
    auto created = stores.runs.create(std::move(run), options);
    if (created.ok()) {
      TRY(stores.aliases.set_current(id));
      return created->run;
    }
    // Two tools of one answer start at once: the other hook made it.
    if (created.error().code != base::Code::exists) return std::move(created).error();
  } else if (!state.ok()) {
    return state.error();
  }
  TRY_ASSIGN(auto saved,
             stores.runs.update(id, options, [&](model::Run run) -> base::Result<model::Run> {
               reopen(run);
               take_lease(stores, run, event);
               if (event.source == "resume") {
                 TRY_ASSIGN(run, with_wanted_mode(stores, std::move(run)));
               }
               if (run.resumed_from) return run;
               // Another hook of the same moment may have made the run before this one came.
               if (const auto parent = predecessor_of(stores, run, event)) {
                 run.resumed_from = parent->text;
               }
               return run;
             }));
  return std::move(saved.run);
}

base::Result<void> follow_lifecycle(Stores& stores, const model::RunId& id,
                                    const model::HostEvent& event) {
  const auto head = stores.runs.head(id);
  if (event.kind == model::EventKind::session_end) {
    // What happens inside a subagent ends nothing of its parent's.
    if (!event.agent_id.empty()) return {};
    const auto state = stores.runs.summary(id);
    if (!state.ok() && state.error().code == base::Code::not_found) return {};
    TRY(end_run(stores, id, {"hook", event.reason}));
    return {};
  }
  const bool begins = event.kind == model::EventKind::session_start && event.agent_id.empty();
  // Any event may be the first that is heard of a run, or the first after its end.
  if (begins || !head || head->ended) TRY(begin_run(stores, id, event));
  switch (event.kind) {
    case model::EventKind::session_start:
      if (!begins) return {};
      return stores.aliases.set_current(id);
    case model::EventKind::turn_end:
      return beat(stores, id);
    case model::EventKind::agent_start:
    case model::EventKind::agent_stop:
      return follow_subagent(stores, id, event);
    case model::EventKind::prompt:
    case model::EventKind::before_tool:
    case model::EventKind::permission_request:
    case model::EventKind::after_tool:
    case model::EventKind::tool_failed:
    case model::EventKind::before_compaction:
    case model::EventKind::after_compaction:
    case model::EventKind::session_end:
    case model::EventKind::other:
      // Nothing but its heartbeat tells that it lives, and a turn may last longer than one counts.
      if (event.is_remote) return beat(stores, id);
      return {};
  }
  return {};
}

bool end_if_crashed(Stores& stores, const model::RunId& id) {
  return end_if(stores, id, [&](const model::Run& run) { return is_crashed(stores, run); });
}

std::vector<model::RunId> sweep_dead_runs(Stores& stores) {
  std::vector<model::RunId> ended;
  for (const model::RunId& id : stores.runs.list()) {
    // Of a run that ended long ago only the head record is read: there may be many.
    const auto head = stores.runs.head(id);
    if (head && head->ended) continue;
    const auto is_dead = [&](const model::Run& run) {
      return liveness(stores, run) == policy::Liveness::dead;
    };
    if (end_if(stores, id, is_dead)) ended.push_back(id);
  }
  return ended;
}

}  // namespace engine
