// What may be wrong with our hooks in Claude Code's settings, and its repair.
#pragma once
#include <optional>
#include <vector>

#include "engine/installation.h"
#include "host/claude_code/client.h"
#include "host/findings.h"

namespace host::claude_code {

std::vector<engine::Finding> check_installation(os::System& system,
                                                const engine::InstallTarget& target,
                                                const std::optional<Client>& client, Repair repair);

}  // namespace host::claude_code
