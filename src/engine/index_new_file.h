// An index that is filled beside the one that is used, without a journal of its own, and then put
// in its place. Private to the engine.
#pragma once
#include "base/result.h"
#include "os/system.h"

namespace engine {

// Gone at the end, whatever happens. The caller holds the lock of the index.
class NewIndexFile {
 public:
  // For the index at `path`.
  NewIndexFile(os::System system, os::Path path);
  NewIndexFile(const NewIndexFile&) = delete;
  NewIndexFile& operator=(const NewIndexFile&) = delete;
  ~NewIndexFile();

  const os::Path& path() const { return path_; }
  // An empty file that nobody else can read; what a killed process left there goes.
  base::Result<void> make();
  // In one step for whoever opens the index next. Where the standing one has tables of another
  // program, the rows are copied into it instead. The very first one is not synced: a power cut may
  // damage it, and then it is made again from the files, since no row is known to it alone.
  base::Result<void> put_in_place();

 private:
  void clear();

  os::System system_;
  os::Path target_;
  os::Path path_;
};

}  // namespace engine
