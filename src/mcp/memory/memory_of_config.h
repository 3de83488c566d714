// The memory store that a project's configuration names. For the app: one call after opening the
// workspace.
#pragma once
#include <string>
#include <vector>

#include "engine/memory.h"
#include "os/system.h"

namespace mcp::memory {

struct MemoryChoice {
  std::shared_ptr<engine::MemoryStore> store;  // For engine::use_memories; never null.
  std::vector<std::string> warnings;           // Why it is not the one that was asked for.
};

// Nothing is started and nobody is asked before the store is used. A command that a project names
// runs only where a person has trusted the project, and an address is asked only on this machine,
// or where it is trusted; else a warning, and the project's files. The doors of `system` outlive
// the store.
MemoryChoice memory_of_config(os::System system, engine::Workspace& workspace);

}  // namespace mcp::memory
