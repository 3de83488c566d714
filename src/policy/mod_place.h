// Where Claude Code looks for mods: plugin folders of which a module answers above the hooks of its
// settings. What a skill says and the scripts that it names are no such thing.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "policy/guarded_file.h"

namespace policy {

// A folder in which Claude Code looks for plugins.
struct PluginFolder {
  enum class Holds {
    plugins,    // Each folder in it is one.
    deep,       // Plugins lie anywhere below, and beside them the lists that name them.
    mods_only,  // Nothing but mods.
  };
  std::string path;
  Holds holds = Holds::plugins;
};
std::vector<PluginFolder> plugin_folders(const GuardRoots& roots);

// Whether `path` may be in one of them, told without knowing where they are.
bool is_near_plugins(std::string_view path);

// Whether a file or folder at `path` is what makes a mod run: the manifest of a plugin, its hooks,
// a list of plugins. A skill that a project has anywhere below its root counts too.
bool makes_a_mod(std::string_view path, const GuardRoots& roots);

// The folders that could be plugins which `path` is code of, or a list of hooks; none where it is
// neither or lies in no place of plugins. Which of them are only the disk knows.
std::vector<std::string> plugins_around(std::string_view path, const GuardRoots& roots);

// What is said of either.
GuardedFile guarded_mod();

}  // namespace policy
