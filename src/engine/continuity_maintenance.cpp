// What time does to mirrors: the archive, and the end of sessions that nobody closed.
#include <algorithm>

#include "engine/continuity.h"
#include "engine/continuity_hook.h"
#include "engine/continuity_scene.h"

namespace engine {

base::Result<ContinuityMaintenance> maintain_continuity(Workspace& workspace) {
  Stores& stores = workspace.stores();
  ContinuityMaintenance outcome;
  for (const model::RunId& run : close_dead_sessions(stores)) outcome.recovered.push_back(run.text);
  if (!stores.config.continuity.enabled) return outcome;
  TRY_ASSIGN(const auto scene, ContinuityScene::open(stores));
  // Never what a restoration may still look for (B3-26).
  const std::int64_t days =
      std::max(stores.config.retention_snapshots_days, stores.config.continuity.lookback_days) + 1;
  const base::Instant now = stores.system.clock.now();
  TRY_ASSIGN(auto archived,
             scene->mirrors.archive(now - std::chrono::days(days),
                                    now - std::chrono::days(stores.config.retention_archive_days)));
  outcome.archived = std::move(archived.sessions);
  outcome.removed = std::move(archived.removed);
  const auto kept = scene->roster.newest(now - std::chrono::days(days), SIZE_MAX);
  if (!outcome.archived.empty() && scene->roster.exists()) {
    TRY(scene->roster.rebuild({kept.rbegin(), kept.rend()}));
  }
  return outcome;
}

}  // namespace engine
