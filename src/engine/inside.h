// Files in a project's tree: how new ones are made, and whether a path that a repository could have
// laid out leads out of the project. Private to the engine.
#pragma once
#include <cstdint>
#include <string>

#include "base/result.h"
#include "os/files.h"

namespace engine {

// They are read, and often tracked, like the other files of the tree.
inline constexpr std::uint32_t kTreeFileMode = 0644;
inline constexpr std::uint32_t kTreeFolderMode = 0755;

// unavailable where `path`, which exists, is not below `root` once its links are followed.
base::Result<void> check_inside(os::FileSystem& files, const os::Path& root, const os::Path& path);

// A regular file below `root` that a person or an agent names, without links out of it; its path
// relative to the root. not_found, unavailable.
base::Result<std::string> file_inside(os::FileSystem& files, const os::Path& root,
                                      const std::string& name);

}  // namespace engine
