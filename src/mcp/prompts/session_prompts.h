// start-session and end-session: short guides for a model, with the gates that are unmet now.
#pragma once
#include <memory>

#include "mcp/feature.h"
#include "mcp/served_project.h"

namespace mcp {

// `project` outlives the prompts.
std::shared_ptr<Prompt> start_session_prompt(const ServedProject& project);
std::shared_ptr<Prompt> end_session_prompt(const ServedProject& project);

}  // namespace mcp
