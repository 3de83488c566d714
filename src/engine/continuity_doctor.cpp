#include "engine/continuity_doctor.h"

#include <algorithm>

#include "engine/continuity_hook.h"
#include "engine/continuity_scene.h"
#include "policy/pin_inheritance.h"

namespace engine {
namespace {

// Mirrors of this project that have ended within the last month, as lines of the roster.
std::vector<store::RosterEntry> ended_sessions(ContinuityScene& scene) {
  const base::Instant now = scene.stores.system.clock.now();
  const base::Instant since = now - std::chrono::days(scene.stores.config.retention_snapshots_days);
  std::vector<store::RosterEntry> entries;
  for (const std::string& id : scene.mirrors.newest(since, SIZE_MAX)) {
    const auto state = scene.mirrors.read(id);
    if (!state.ok() || !state->end_time || state->project != scene.stores.project.id.text) continue;
    const auto critical = static_cast<std::size_t>(std::count_if(
        state->working_memory.begin(), state->working_memory.end(), policy::is_critical));
    const auto ended = base::instant_from_iso(*state->end_time);
    if (ended.ok()) entries.push_back(store::roster_entry_of(*state, critical, *ended));
  }
  std::reverse(entries.begin(), entries.end());
  return entries;
}

void examine_pins(ContinuityScene& scene, Examination& examination) {
  const auto pins = scene.pins.read();
  if (pins.ok()) return;
  examination.fixable("pins", pins.error().message, "set the file aside and begin a new one",
                      [&]() -> base::Result<void> {
                        return scene.pins.update(
                            {}, [](std::vector<model::Pin>&) -> base::Result<void> { return {}; });
                      });
}

void examine_roster(ContinuityScene& scene, Examination& examination) {
  if (scene.places.openclaw || scene.roster.exists()) return;
  const auto entries = ended_sessions(scene);
  if (entries.empty()) return;
  examination.fixable("continuity",
                      "the list of ended sessions is gone: the next session would not find " +
                          std::to_string(entries.size()) + " of them",
                      "make it again from their mirrors",
                      [&] { return scene.roster.rebuild(entries); });
}

// Sessions that ended without their last capture.
void examine_live(Stores& stores, ContinuityScene& scene, Examination& examination) {
  std::size_t half_done = 0;
  for (const model::RunId& run : scene.live.list()) {
    const auto head = stores.runs.head(run);
    if (head && head->ended) ++half_done;
  }
  if (half_done == 0) return;
  examination.fixable("continuity",
                      std::to_string(half_done) + " ended sessions were not captured to their end",
                      "capture them now", [&]() -> base::Result<void> {
                        close_dead_sessions(stores);
                        return {};
                      });
}

}  // namespace

void examine_continuity(Stores& stores, Examination& examination) {
  if (!stores.config.continuity.enabled) return;
  const auto scene = ContinuityScene::open(stores);
  if (!scene.ok()) {
    examination.problem("continuity", scene.error().message, scene.error().hint);
    return;
  }
  examine_pins(**scene, examination);
  examine_roster(**scene, examination);
  examine_live(stores, **scene, examination);
}

}  // namespace engine
