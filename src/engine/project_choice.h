// Which project a host speaks of. Private to the engine.
#pragma once
#include <optional>
#include <vector>

#include "os/system.h"
#include "store/project.h"

namespace engine {

// The first of these folders, and last the current one, that lies in a project decides: that
// project where it uses Holdfast or has requirements of its own (BX-1), else nothing.
std::optional<store::Project> find_opted_in(os::System& system, std::vector<os::Path> folders);

}  // namespace engine
