#include "engine/restored_json.h"

#include <nlohmann/json.hpp>

namespace engine {

using base::Json;

Json to_json(const RestoredContext& restored) {
  Json pins = Json::array();
  for (const model::Pin& pin : restored.inherited_pins) pins.push_back(model::to_json(pin));
  Json skipped = Json::array();
  for (const SkippedInheritance& one : restored.skipped) {
    skipped.push_back(
        Json{{"session_id", one.session}, {"label", one.label}, {"because", one.because}});
  }
  return Json{{"preamble", restored.preamble.empty() ? Json() : Json(restored.preamble)},
              {"inheritedPins", std::move(pins)},
              {"sessionIds", restored.session_ids},
              {"relevanceScores", restored.relevance_scores},
              {"pendingTaskCount", restored.pending_task_count},
              {"skipped", std::move(skipped)},
              {"learnings", restored.learnings},
              {"changed", restored.changed}};
}

}  // namespace engine
