// Whether a file belongs to what git tracks.
#pragma once
#include "engine/installation.h"

namespace engine {

// False outside git, and where git cannot be asked.
bool is_tracked(os::System& system, const InstallTarget& target, const os::Path& file);

}  // namespace engine
