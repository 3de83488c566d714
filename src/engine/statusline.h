// One line for the host's status bar, cheap enough to be asked for at every change.
#pragma once
#include <string>

#include "model/host_status.h"
#include "os/system.h"

namespace engine {

// "planning · login 2 · ctx 42% · $1.23 · ⚠ gate off". Empty for a project that does not use
// Holdfast. Never fails: what is wrong is in the line.
std::string statusline(os::System system, const model::HostStatus& status);

}  // namespace engine
