// What happened to requirements, as the run's journal keeps it: one event of kind "requirement" a
// change. Private to the engine.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "engine/stores.h"

namespace engine {

struct RequirementNote {
  std::string action;  // satisfied, approved, cleared, consumed, triggered, violation …
  std::vector<std::string> names;  // Of the requirements.
  std::string branch;
  std::string by;      // "skill", "cli", "tool", "commit"
  std::string detail;  // The skill's name, the commit.
};

// Fails open: what cannot be written is left out.
void note_requirement(Stores& stores, const model::RunId& run, std::string_view actor,
                      const RequirementNote& note);

}  // namespace engine
