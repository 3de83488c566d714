// Which host sent a payload, where the command does not say: by its shape as a whole, since one
// member may turn up in any host's next version.
#pragma once
#include "host/adapter.h"

namespace host {

// Claude Code's where it has the shape of no other.
const Adapter& adapter_by_shape(const Payload& payload);

}  // namespace host
