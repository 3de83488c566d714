// Doctor's look at continuity: what sessions left behind can be read, and nothing is half done.
#pragma once
#include "engine/examination.h"
#include "engine/stores.h"

namespace engine {

void examine_continuity(Stores& stores, Examination& examination);

}  // namespace engine
