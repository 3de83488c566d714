// A watcher that a test tells what changed, and that can refuse.
#pragma once
#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include "os/folder_watcher.h"

namespace os {

class FakeFolderWatcher final : public FolderWatcher {
 public:
  // Borrowed: a folder that is not there is not_found.
  explicit FakeFolderWatcher(FileSystem& files) : files_(files) {}

  base::Result<void> add(const Path& folder) override {
    const std::lock_guard lock(mutex_);
    if (refusal_) return *refusal_;
    if (!files_.exists(folder)) {
      return base::Error{base::Code::not_found, folder.native() + ": not there", ""};
    }
    watched_.insert(folder);
    return {};
  }
  void remove(const Path& folder) override {
    const std::lock_guard lock(mutex_);
    watched_.erase(folder);
  }
  FolderChanges wait(base::Millis timeout) override {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout, [this] { return is_woken_ || has_changes(); });
    is_woken_ = false;
    return std::exchange(changes_, {});
  }
  void wake() override {
    const std::lock_guard lock(mutex_);
    is_woken_ = true;
    changed_.notify_all();
  }

  // Test controls, for any thread.
  void tell(const Path& folder, const std::string& name) {
    const std::lock_guard lock(mutex_);
    if (!watched_.contains(folder)) return;
    if (name.empty()) watched_.erase(folder);
    changes_.list.push_back({folder, name});
    changed_.notify_all();
  }
  void overflow() {
    const std::lock_guard lock(mutex_);
    changes_.overflowed = true;
    changed_.notify_all();
  }
  // What every `add` says from now on; nothing: it works.
  void refuse(std::optional<base::Error> error) {
    const std::lock_guard lock(mutex_);
    refusal_ = std::move(error);
  }
  bool is_watched(const Path& folder) {
    const std::lock_guard lock(mutex_);
    return watched_.contains(folder);
  }

 private:
  bool has_changes() const { return changes_.overflowed || !changes_.list.empty(); }

  FileSystem& files_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::set<Path> watched_;
  FolderChanges changes_;
  std::optional<base::Error> refusal_;
  bool is_woken_ = false;
};

}  // namespace os
