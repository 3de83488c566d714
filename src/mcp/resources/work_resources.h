// session://work/{slug}/state, spec and plan: the files of a work session, for reading.
#pragma once
#include <memory>

#include "mcp/feature.h"
#include "mcp/served_project.h"

namespace mcp {

// `project` outlives the provider.
std::shared_ptr<ResourceProvider> work_resources(const ServedProject& project);

}  // namespace mcp
