// Which project a host speaks of. Private to the engine.
#pragma once
#include <optional>
#include <vector>

#include "os/system.h"
#include "store/project.h"

namespace engine {

struct Witness;  // engine/taken_away.h

// The first of these folders, and last the current one, that lies in a project decides: that
// project where it uses Holdfast or has requirements of its own (BX-1), else nothing. Where an
// agent's call took its marker away, it goes on using Holdfast; an event that looks is the witness.
std::optional<store::Project> find_opted_in(os::System& system, std::vector<os::Path> folders,
                                            Witness* witness = nullptr);

}  // namespace engine
