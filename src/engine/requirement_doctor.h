// What doctor has to say about requirements. Private to the engine, but for the use case.
#pragma once
#include <vector>

#include "engine/examination.h"
#include "engine/workspace.h"

namespace engine {

void examine_requirements(Stores& stores, Examination& examination);

// The same by itself: `req doctor`.
std::vector<Finding> check_requirements_health(Workspace& workspace);

}  // namespace engine
