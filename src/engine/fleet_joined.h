// Whether this machine belongs to a team.
#pragma once
#include "os/system.h"

namespace engine {

// Whether the person's settings name a team's server; nobody is asked.
bool has_joined_fleet(os::System system);

}  // namespace engine
