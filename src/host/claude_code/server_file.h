// What installing does to a project's .mcp.json, for each scope.
#pragma once
#include <optional>
#include <string>

#include "engine/installation.h"
#include "host/claude_code/mcp_entry.h"

namespace host::claude_code {

struct ServerPlan {
  std::optional<engine::FileChange> change;
  ServerEntry before = ServerEntry::none;  // What stands there now.
  bool has_file = false;
  std::string left_to_do;  // What installing leaves to the person, as a sentence; may be empty.
};

// local: a file of our own where there is none; one that is there is its owner's. project: our
// entry by its bare name. user: nothing, since that entry lies in a file that the client writes all
// the time.
base::Result<ServerPlan> plan_server(os::System& system, const engine::InstallTarget& target);
// Takes out what plan_server puts in.
base::Result<ServerPlan> plan_no_server(os::System& system, const engine::InstallTarget& target);

}  // namespace host::claude_code
