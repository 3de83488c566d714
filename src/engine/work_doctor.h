// What doctor has to say about work sessions. Private to the engine.
#pragma once
#include "engine/examination.h"
#include "engine/stores.h"

namespace engine {

// Manifests that cannot be read, names that differ from their folder's, and commits that a rebase
// took away (B2-11). Nothing where the project has none.
void examine_work(Stores& stores, Examination& examination);

}  // namespace engine
