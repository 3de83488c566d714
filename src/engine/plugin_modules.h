// Which modules a plugin of Claude Code's has: its hooks.json says so, or another list that its
// manifest names. For what may look at the disk. Private to the engine and the hosts.
#pragma once
#include <string>
#include <vector>

#include "os/files.h"

namespace engine {

struct ModuleList {
  os::Path path;
  std::vector<std::string> modules;  // As they are written, from the list's own folder.
};

// Each list of the plugin's hooks, by its text alone: with or without modules, there or not.
std::vector<os::Path> hook_lists_of(os::FileSystem& files, const os::Path& plugin);
// Those that name modules.
std::vector<ModuleList> module_lists_of(os::FileSystem& files, const os::Path& plugin);

}  // namespace engine
