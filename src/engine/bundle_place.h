// Where a project keeps what bundles brought and took. Private to the engine.
#pragma once
#include <string>

#include "engine/stores.h"
#include "store/exchange.h"

namespace engine {

// A worktree has manifests of its own, and so a memory of its own.
store::Exchange exchange_of(const Stores& stores, const std::string& slug);

}  // namespace engine
