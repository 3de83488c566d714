// Whether a host has hooks of ours in its own files. Some hosts also run those of Claude Code's
// settings, and an event must be heard once.
#pragma once
#include <string_view>

#include "os/system.h"

namespace host {

// `event` is the host's own name or Claude Code's for the same. Reads two small files; one that is
// not as expected has no hooks, and those that are not as `init` writes them, or whose program is
// not here, do not count.
bool has_own_hooks(os::System& system, std::string_view host, const os::Path& project_root,
                   std::string_view event);

}  // namespace host
