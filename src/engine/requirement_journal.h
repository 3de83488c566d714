// What happened to requirements, as the run's journal keeps it: one event of kind "requirement" a
// change. Private to the engine.
#pragma once
#include <cstdint>
#include <functional>
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

// The last events of a run: those in about so many bytes at the journal's end, oldest first.
constexpr std::uint64_t kTurnBytes = 64UL * 1024;     // About a turn.
constexpr std::uint64_t kRecentBytes = 512UL * 1024;  // About an hour.
void read_recent(Stores& stores, const model::RunId& run, std::uint64_t bytes,
                 const std::function<void(const model::JournalEvent& event)>& visit);

}  // namespace engine
