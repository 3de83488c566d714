// session://state, checklist, history, violations and requirements, and
// session://state/{session_id} for any session by name. JSON, with and without a session.
#pragma once
#include <memory>

#include "mcp/feature.h"
#include "mcp/served_project.h"

namespace mcp {

// `project` outlives the provider.
std::shared_ptr<ResourceProvider> session_resources(const ServedProject& project);

}  // namespace mcp
