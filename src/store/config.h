// A project's configuration: .holdfast/config.yaml, compiled once into <local>/cache and read from
// there until the file changes, since parsing YAML costs a gate more than everything else it does.
#pragma once
#include <string_view>

#include "model/config.h"
#include "os/system.h"
#include "store/kept_configs.h"
#include "store/keyring.h"
#include "store/project.h"

namespace store {

// Never fails: what cannot be read or is not understood is left at its default and listed in
// `problems` with file and line. The cache is used, and made, only where a key is at hand.
// What was read last counts where `project.keeps_last_config` says so.
// CORTEX_SESSION_DEBUG goes over session_persistence.debug. `kept` spares a process that stays the
// reading.
model::Config load_config(os::System system, const Project& project, Keyring& keys,
                          KeptConfigs* kept = nullptr);

// Where the file says something else than what is in the cache, the cache stays as it is until
// somebody takes the change over.
void take_over_config(os::System system, const Project& project, Keyring& keys,
                      const model::Config& config);

// The same from text, without a cache. `file` is named in problems.
model::Config parse_config(std::string_view yaml, std::string_view file);

}  // namespace store
