// The way to the server's thread for all others. It outlives the server, since what handlers hold
// may outlive it too: then nothing is posted any more.
#pragma once
#include <functional>
#include <mutex>
#include <utility>

namespace http {

class Loop {
 public:
  using Work = std::function<void()>;
  explicit Loop(std::function<void(Work)> post) : post_(std::move(post)) {}

  // Never calls `work` before it returns. False where there is no server any more.
  bool post(Work work) {
    const std::lock_guard lock(mutex_);
    if (!post_) return false;
    post_(std::move(work));
    return true;
  }

  void close() {
    const std::lock_guard lock(mutex_);
    post_ = nullptr;
  }

 private:
  std::mutex mutex_;
  std::function<void(Work)> post_;
};

}  // namespace http
