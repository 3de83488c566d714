// What may be wrong with what of ours is in a host's files, and its repair.
#pragma once
#include <vector>

#include "host/file_integration.h"
#include "host/findings.h"

namespace host {

// Nothing where the host's files have nothing of ours.
std::vector<engine::Finding> check_files(os::System& system, const HostDescription& host,
                                         const engine::InstallTarget& target, Repair repair);

}  // namespace host
