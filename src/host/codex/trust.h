// Whether Codex runs a hook: a person's yes under /hooks, which it keeps by hash, and the switches
// that take it back.
#pragma once
#include <string>
#include <string_view>

#include "os/files.h"

namespace host::codex {

// Whether the settings (config.toml) have the yes for our PreToolUse as `hooks` has it now, and
// nothing in them switches it off. False where it has none of ours.
bool is_trusted(const os::Path& hooks_file, const std::string& hooks, const std::string& settings);

// What in the settings keeps Codex from running our PreToolUse although it may be trusted, as a
// sentence; empty where nothing does.
std::string switched_off(const os::Path& hooks_file, const std::string& hooks,
                         const std::string& settings);
// The part of it that holds for every hook, and in a project's settings too.
std::string hooks_feature_off(std::string_view settings);

}  // namespace host::codex
