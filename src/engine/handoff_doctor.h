// What doctor has to say about packets for the next session. Private to the engine.
#pragma once
#include "engine/examination.h"
#include "engine/stores.h"

namespace engine {

// Files that cannot be read, so that nobody is told what they say.
void examine_packets(Stores& stores, Examination& examination);

}  // namespace engine
