// Tells which files of a few folders change, without looking at them (inotify).
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "os/files.h"

namespace os {

struct FolderChange {
  Path folder;       // As it was given to `add`.
  std::string name;  // Of the file in it; empty: the folder itself is gone and watched no more.
  bool operator==(const FolderChange&) const = default;
};

struct FolderChanges {
  std::vector<FolderChange> list;  // In the order in which they came, each once.
  bool overflowed = false;         // Some were lost: everything may have changed.
};

// For one thread; `wake` is for any.
class FolderWatcher {
 public:
  FolderWatcher() = default;
  FolderWatcher(const FolderWatcher&) = delete;
  FolderWatcher& operator=(const FolderWatcher&) = delete;
  virtual ~FolderWatcher() = default;

  // Files in it that are made, written, renamed or removed from now on. A second time changes
  // nothing. not_found where there is no such folder; unavailable where the system watches no more
  // (FolderLook is for that).
  virtual base::Result<void> add(const Path& folder) = 0;
  virtual void remove(const Path& folder) = 0;
  // Returns with the first changes, when the time is over, or when somebody wakes it.
  virtual FolderChanges wait(base::Millis timeout) = 0;
  // Ends a wait, or the next one where there is none. From any thread.
  virtual void wake() = 0;
};

// Where the system has no inotify to give, every `add` of it is unavailable. unavailable where not
// even waking would work.
base::Result<std::unique_ptr<FolderWatcher>> open_folder_watcher();

}  // namespace os
