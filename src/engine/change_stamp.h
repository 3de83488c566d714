// Whether what people and tools look at has changed, without reading it: for those who ask twice a
// second.
#pragma once
#include <string>

#include "engine/session.h"

namespace engine {

enum class Watched { session, history, violations, requirements, continuity };

// Another text whenever what is watched is another, made of the times and sizes of files alone.
// `choice` says whose session is meant.
std::string change_stamp(Workspace& workspace, Watched watched, const SessionChoice& choice);

}  // namespace engine
