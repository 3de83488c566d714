// Which sessions of the registry are still there. Private to the engine.
#pragma once
#include "engine/stores.h"
#include "store/session_registry.h"

namespace engine {

// Same boot and start time: the same process. An entry without these (the other tool's) counts as
// long as there is a process of that number; one without a process, for a day (B4-14).
bool is_gone(os::System& system, const store::RegistryEntry& entry);

// Those of this worktree that are not gone, but for `own`, newest first.
std::vector<store::RegistryEntry> live_neighbours(Stores& stores, const std::string& own);

}  // namespace engine
