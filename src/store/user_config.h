// A person's own settings: <config home>/holdfast/config.yaml, over which the environment goes.
#pragma once
#include <string_view>

#include "model/user_config.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

// Never fails: what cannot be read or is not understood is left at its default and listed in
// `problems`. HOLDFAST_INDEX_PATH and HOLDFAST_INDEX_URL go over the file. Paths may begin with
// "~/"; others must be absolute.
model::UserConfig load_user_config(os::System system, const Homes& homes);

// The same from text, without the environment.
model::UserConfig parse_user_config(std::string_view yaml, std::string_view file,
                                    const os::Path& home);

}  // namespace store
