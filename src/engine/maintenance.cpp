// `maintain`: what time has made useless goes, what must stay is moved out of the way.
#include "engine/continuity.h"
#include "engine/doctor.h"
#include "engine/run_lifecycle.h"
#include "engine/stores.h"
#include "store/handoff_store.h"

namespace engine {
namespace {

// A temporary file of a writer that is still at work is younger than this.
constexpr std::chrono::hours kTemporaryAge{1};

base::Instant changed_at(const os::FileInfo& info) {
  return base::Instant{
      std::chrono::duration_cast<base::Millis>(std::chrono::nanoseconds(info.mtime_ns))};
}

void remove_temporaries(Stores& stores, const os::Path& folder, MaintenanceOutcome& outcome) {
  const auto names = stores.system.files.list(folder);
  if (!names.ok()) return;
  for (const std::string& name : *names) {
    const auto info = stores.system.files.link_info(folder / name);
    const bool left_over = name.starts_with(".tmp-") && info.ok() &&
                           info->kind == os::FileKind::regular &&
                           stores.system.clock.now() - changed_at(*info) > kTemporaryAge;
    if (left_over && stores.system.files.remove(folder / name).ok()) {
      outcome.removed.push_back((folder / name).string());
    }
  }
}

base::Result<void> sweep_history(Stores& stores, const model::RunId& id,
                                 MaintenanceOutcome& outcome) {
  const base::Instant limit =
      stores.system.clock.now() - std::chrono::days(stores.config.retention_history_notes_days);
  // Inside an update, so that no compaction is at work on the same notes.
  TRY(stores.runs.update(
      id, {.actor = "system", .what = "maintenance"},
      [&](model::Run run) -> base::Result<model::Run> {
        TRY_ASSIGN(const auto removed, stores.side_notes.sweep_history(run, {limit}));
        outcome.removed.insert(outcome.removed.end(), removed.begin(), removed.end());
        return run;
      }));
  return {};
}

base::Result<void> archive_journal(Stores& stores, const model::RunId& id,
                                   MaintenanceOutcome& outcome) {
  const auto state = stores.runs.summary(id);
  const auto info = stores.system.files.info(stores.layout.journal(id));
  if (!state.ok() || !state->ended || !info.ok()) return {};
  const base::Instant limit =
      stores.system.clock.now() - std::chrono::days(stores.config.retention_journal_days);
  if (changed_at(*info) >= limit) return {};
  TRY(stores.system.files.make_folders(stores.layout.journal_archive()));
  const os::Path to = stores.layout.journal_archive() / stores.layout.journal(id).filename();
  TRY(stores.system.files.rename(stores.layout.journal(id), to));
  outcome.archived.push_back(to.string());
  return {};
}

base::Result<void> prune_handoffs(Stores& stores, MaintenanceOutcome& outcome) {
  const store::HandoffStore handoffs(stores.system, stores.layout);
  TRY_ASSIGN(const auto pruned,
             handoffs.prune(stores.system.clock.now() -
                            std::chrono::days(stores.config.retention_snapshots_days)));
  for (const std::string& id : pruned) outcome.removed.push_back("handoff " + id);
  return {};
}

}  // namespace

base::Result<MaintenanceOutcome> maintain(os::System system, const os::Path& start) {
  TRY_ASSIGN(Workspace workspace, Workspace::open(system, start));
  Stores& stores = workspace.stores();
  MaintenanceOutcome outcome;
  for (const model::RunId& run : sweep_dead_runs(stores)) outcome.ended.push_back(run.text);
  for (const model::RunId& run : stores.runs.list()) {
    if (!stores.runs.summary(run).ok()) continue;  // doctor's business.
    TRY(sweep_history(stores, run, outcome));
    TRY(archive_journal(stores, run, outcome));
  }
  TRY_ASSIGN(auto continuity, maintain_continuity(workspace));
  outcome.ended.insert(outcome.ended.end(), continuity.recovered.begin(),
                       continuity.recovered.end());
  for (std::string& session : continuity.archived) {
    outcome.archived.push_back("session " + std::move(session));
  }
  for (std::string& month : continuity.removed) outcome.removed.push_back(std::move(month));
  for (const os::Path& folder :
       {stores.layout.sessions(), stores.layout.notes(), stores.layout.heads(),
        stores.layout.config_cache().parent_path(), stores.layout.continuity(),
        stores.layout.live_sessions(), stores.layout.handoffs()}) {
    remove_temporaries(stores, folder, outcome);
  }
  TRY(prune_handoffs(stores, outcome));
  return outcome;
}

}  // namespace engine
