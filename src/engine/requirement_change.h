// How satisfactions are written, whoever asks: a skill, a tool, a person. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/requirement_journal.h"
#include "engine/requirement_scene.h"

namespace engine {

struct SatisfyOrder {
  std::vector<const model::Requirement*> requirements;
  std::string by;                     // "skill", "cli", "approval" …
  base::JsonBox metadata;             // An object, or null.
  bool at_root = false;               // `--branch`: for every session of the branch.
  std::optional<std::int64_t> ttl_s;  // Ends by itself; 0: at once.
};
// Where each requirement's scope says, all in one write. On success nothing is lost but by a
// broken disk; an error means that nothing was saved (B4-6).
base::Result<void> save_satisfied(RequirementScene& scene, const SatisfyOrder& order);

}  // namespace engine
