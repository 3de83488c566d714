#include "engine/continuity_learnings.h"

#include <algorithm>
#include <map>

#include "index/cortex_memory.h"
#include "policy/decay.h"

namespace engine {

Learnings surviving_learnings(ContinuityScene& scene, const std::vector<Forerunner>& sessions) {
  std::vector<std::string> ids;
  for (const Forerunner& one : sessions) {
    ids.insert(ids.end(), one.state.recent_learnings.begin(), one.state.recent_learnings.end());
  }
  std::map<std::string, double> confidences;
  if (!scene.places.brain.empty() && !ids.empty()) {
    // Without it everything is told: a filter that cannot be had hides nothing.
    const auto known = indexing::memory_confidences(scene.places.brain.native(), ids);
    if (known.ok()) {
      for (const indexing::MemoryConfidence& one : *known) confidences[one.id] = one.confidence;
    }
  }
  const double floor = scene.stores.config.continuity.decay_min_floor;
  Learnings learnings;
  for (const Forerunner& one : sessions) {
    for (const std::string& id : one.state.recent_learnings) {
      std::vector<std::string>& told = learnings.told;
      if (std::find(told.begin(), told.end(), id) != told.end()) continue;
      const auto found = confidences.find(id);
      const bool is_known = found != confidences.end();
      if (is_known) ++learnings.decayed;
      if (policy::survives_decay(is_known ? found->second : 1.0, one.hours, floor)) {
        told.push_back(id);
      } else {
        ++learnings.dropped;
      }
    }
  }
  return learnings;
}

}  // namespace engine
