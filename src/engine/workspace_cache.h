// What a WorkspaceCache is made of. Only the engine includes this.
#pragma once
#include "engine/workspace.h"
#include "store/kept_configs.h"
#include "store/key_cache.h"
#include "store/run_cache.h"

namespace engine {

struct WorkspaceCache::Parts {
  store::KeptConfigs configs;
  store::KeyCache keys;
  store::RunCache runs;
};

}  // namespace engine
