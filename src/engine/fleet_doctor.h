// What doctor has to say about a team's server. Private to the engine.
#pragma once
#include "engine/examination.h"
#include "engine/stores.h"

namespace engine {

// How far it is behind, whether pushes fail, and whether they can be started at all; without asking
// it. Nothing where none was joined.
void examine_fleet(Stores& stores, Examination& examination);

}  // namespace engine
