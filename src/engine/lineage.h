// Which run a new one goes on from. Private to the engine.
#pragma once
#include <optional>

#include "engine/stores.h"
#include "model/host_event.h"
#include "model/run.h"

namespace engine {

// The run that this conversation was forked from, or the one that its process held until it was
// cleared. Nothing where it begins by itself, or where that run is not known here. Only the line
// is kept: modes and other powers never pass to another run (C-12).
std::optional<model::RunId> predecessor_of(Stores& stores, const model::Run& run,
                                           const model::HostEvent& event);

}  // namespace engine
