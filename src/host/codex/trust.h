// Whether Codex was told to trust a hook: a person's yes under /hooks, which it keeps by hash.
#pragma once
#include <string>

#include "os/files.h"

namespace host::codex {

// Whether the settings (config.toml) have the yes for our PreToolUse as `hooks` has it now. False
// where it has none of ours.
bool is_trusted(const os::Path& hooks_file, const std::string& hooks, const std::string& settings);

}  // namespace host::codex
