// Our own commands in a shell command of the agent: those that loosen what a person set, or pretend
// to be an event, are not run. Private to the engine.
#pragma once
#include <optional>

#include "engine/stores.h"
#include "policy/gate.h"

namespace engine {

// The first of them; nothing where there is none. `run`: whose shell it is, where that is known.
std::optional<policy::OwnDenial> own_denial(Stores& stores, const std::optional<model::RunId>& run,
                                            const policy::shell::Analysis* shell);

}  // namespace engine
