// A file's new content on its way: written beside it, synced, then put in its place. In steps, so
// that several files can go to the disk together; FileSystem::replace does all of them for one.
#pragma once
#include <string_view>

#include "os/files.h"

namespace os {

class Replacement {
 public:
  // Writes `bytes` to a temporary file in the folder of `path`, and lets the disk begin with it.
  // `files` outlives the replacement.
  static base::Result<Replacement> prepare(FileSystem& files, const Path& path,
                                           std::string_view bytes, std::uint32_t mode = 0600);
  // The same, while the disk begins when it likes.
  static base::Result<Replacement> write(FileSystem& files, const Path& path,
                                         std::string_view bytes, std::uint32_t mode = 0600);

  Replacement(Replacement&& other) noexcept;
  Replacement& operator=(Replacement&& other) = delete;
  // Takes the temporary file away, where it was not put in place.
  ~Replacement();

  // On return the new bytes survive a power cut. Their name does not yet.
  base::Result<void> sync();
  // On return readers see the new content. FileSystem::sync_folder makes that last.
  base::Result<void> put_in_place();
  // The same without making the disk write: some (ext4) do when a file's name goes over another's,
  // but not when two names change places.
  base::Result<void> swap_in();

 private:
  Replacement(FileSystem& files, Path path, TemporaryFile temporary);

  FileSystem& files_;
  Path path_;
  TemporaryFile temporary_;  // Without a path once there is nothing to take away.
};

}  // namespace os
