// What the model is told when a conversation begins, goes on or was compacted. Private to the
// engine.
#pragma once
#include <string>

#include "engine/stores.h"
#include "model/ids.h"

namespace engine {

// A few lines: the mode and what it means, what is unfinished, and what is wrong.
std::string session_context(Stores& stores, const model::RunId& run, bool is_gate_off);

}  // namespace engine
