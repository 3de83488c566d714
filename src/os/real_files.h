// The disk of this machine. Private to os/.
#pragma once
#include "os/files.h"

namespace os {

class RealFileSystem final : public FileSystem {
 public:
  base::Result<std::unique_ptr<File>> open(const Path& path, const OpenOptions& options) override;
  base::Result<TemporaryFile> open_temporary(const Path& folder, std::uint32_t mode) override;
  base::Result<FileInfo> info(const Path& path) override;
  base::Result<FileInfo> link_info(const Path& path) override;
  base::Result<void> rename(const Path& from, const Path& to) override;
  base::Result<void> exchange(const Path& one, const Path& other) override;
  base::Result<void> remove(const Path& path) override;
  base::Result<void> make_folder(const Path& path, std::uint32_t mode) override;
  base::Result<void> sync_folder(const Path& path) override;
  base::Result<void> set_mode(const Path& path, std::uint32_t mode) override;
  base::Result<std::vector<std::string>> list(const Path& path) override;
  base::Result<Path> real_path(const Path& path) override;
};

}  // namespace os
