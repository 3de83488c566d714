// session://continuity: what a session keeps in mind, where it came from and what waits for it.
#pragma once
#include "base/json.h"
#include "mcp/served_project.h"

namespace mcp {

// {"active":false} and the packets that wait where there is no session.
base::Result<base::JsonBox> continuity_document(const ServedProject& project,
                                                engine::Workspace& workspace);

}  // namespace mcp
