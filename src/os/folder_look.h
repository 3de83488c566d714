// Tells which files of a few folders changed by looking at them: for folders that the system does
// not watch (os/folder_watcher.h). Who is quiet is looked at less often, so that a folder with
// thousands of old files costs little.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "os/files.h"
#include "os/folder_watcher.h"

namespace os {

class FolderLook {
 public:
  explicit FolderLook(FileSystem& files) : files_(files) {}  // Outlives this.

  // What is there now is not told. not_found where there is no such folder.
  base::Result<void> add(const Path& folder);
  void remove(const Path& folder) { folders_.erase(folder); }
  bool is_empty() const { return folders_.empty(); }

  // What changed since the last look. A file that was quiet for `kQuietLooks` is then looked at
  // each `kSlowLooks` only.
  std::vector<FolderChange> look();

  static constexpr int kQuietLooks = 50;
  static constexpr int kSlowLooks = 25;

 private:
  struct Seen {
    FileInfo info;
    int quiet_looks = 0;
  };
  struct Folder {
    FileInfo info;
    std::map<std::string, Seen> files;
    int looks = 0;
  };

  base::Result<void> list(const Path& path, Folder& folder, std::vector<FolderChange>* changes);
  void look_at_files(const Path& path, Folder& folder, std::vector<FolderChange>& changes);

  FileSystem& files_;
  std::map<Path, Folder> folders_;
};

}  // namespace os
