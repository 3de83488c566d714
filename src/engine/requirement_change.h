// How satisfactions are written, whoever asks: a skill, a tool, a person. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/requirement_journal.h"
#include "engine/requirement_scene.h"

namespace engine {

struct SatisfyOrder {
  std::vector<const model::Requirement*> requirements;
  std::string by;          // "skill", "cli", "approval" …
  base::JsonBox metadata;  // An object, or null.
  bool at_root = false;    // `--branch`: for every session of the branch.
  // Ends by itself; 0: at once. None: an approval after the requirement's own time, others never.
  std::optional<std::int64_t> ttl_s;
};
// Where each requirement's scope says, all in one write. On success nothing is lost but by a
// broken disk; an error means that nothing was saved (B4-6).
base::Result<void> save_satisfied(RequirementScene& scene, const SatisfyOrder& order);

// When it would end; nothing: not by itself.
std::optional<std::int64_t> end_of(const SatisfyOrder& order, const model::Requirement& requirement,
                                   std::int64_t now);

}  // namespace engine
