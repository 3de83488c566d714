// Paths of work sessions: nothing that a repository says leads out of the session's folder. Private
// to store/.
#pragma once
#include <string_view>

#include "base/result.h"
#include "os/files.h"
#include "store/work_store.h"

namespace store {

// They are tracked, so they are like the other files of the tree.
inline constexpr std::uint32_t kWorkFileMode = 0644;
inline constexpr std::uint32_t kWorkFolderMode = 0755;

// Whether `path` is `folder` or below it, by text.
bool is_inside(const os::Path& folder, const os::Path& path);

// The file that an artifact's name means, without links. not_found where there is none, refused
// where it would lie outside the folder or is no file.
base::Result<os::Path> artifact_file(os::FileSystem& files, const WorkFolder& folder,
                                     std::string_view artifact);
// The same for one that is to be written: it need not be there yet, its folder must. A link in its
// place is refused.
base::Result<os::Path> artifact_target(os::FileSystem& files, const WorkFolder& folder,
                                       std::string_view artifact);

// The file's own mode, or that of a new file of the tree.
std::uint32_t work_mode_of(os::FileSystem& files, const os::Path& file);

}  // namespace store
