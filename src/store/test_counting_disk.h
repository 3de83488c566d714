// A disk that counts how often some of its files were opened: what a cache is to save.
#pragma once
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "os/files.h"

namespace store {

class CountingDisk final : public os::FileSystem {
 public:
  CountingDisk(os::FileSystem& disk, std::set<os::Path> watched)
      : disk_(disk), watched_(std::move(watched)) {}
  int opens = 0;
  // What another process does just then.
  std::function<void()> after_open;

  base::Result<std::unique_ptr<os::File>> open(const os::Path& path,
                                               const os::OpenOptions& options) override {
    auto file = disk_.open(path, options);
    if (watched_.contains(path)) {
      ++opens;
      if (after_open) after_open();
    }
    return file;
  }
  base::Result<os::TemporaryFile> open_temporary(const os::Path& folder,
                                                 std::uint32_t mode) override {
    return disk_.open_temporary(folder, mode);
  }
  base::Result<os::FileInfo> info(const os::Path& path) override { return disk_.info(path); }
  base::Result<os::FileInfo> link_info(const os::Path& path) override {
    return disk_.link_info(path);
  }
  base::Result<void> rename(const os::Path& from, const os::Path& to) override {
    return disk_.rename(from, to);
  }
  base::Result<void> exchange(const os::Path& one, const os::Path& other) override {
    return disk_.exchange(one, other);
  }
  base::Result<void> remove(const os::Path& path) override { return disk_.remove(path); }
  base::Result<void> make_folder(const os::Path& path, std::uint32_t mode) override {
    return disk_.make_folder(path, mode);
  }
  base::Result<void> sync_folder(const os::Path& path) override { return disk_.sync_folder(path); }
  base::Result<void> set_mode(const os::Path& path, std::uint32_t mode) override {
    return disk_.set_mode(path, mode);
  }
  base::Result<std::vector<std::string>> list(const os::Path& path) override {
    return disk_.list(path);
  }
  base::Result<os::Path> real_path(const os::Path& path) override { return disk_.real_path(path); }

 private:
  os::FileSystem& disk_;  // Outlives this.
  std::set<os::Path> watched_;
};

}  // namespace store
