#include "mcp/workers.h"

#include <chrono>
#include <system_error>
#include <thread>

namespace mcp {
namespace {

constexpr std::chrono::seconds kIdleTime{10};

}  // namespace

Workers::~Workers() {
  std::unique_lock lock(mutex_);
  is_closing_ = true;
  has_work_.notify_all();
  has_ended_.wait(lock, [&] { return threads_ == 0; });
}

bool Workers::run(std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  if (is_closing_) return false;
  if (queue_.size() < idle_) {
    queue_.push_back(std::move(work));
    has_work_.notify_one();
    return true;
  }
  if (threads_ >= threads_max_) return false;
  queue_.push_back(std::move(work));
  try {
    std::thread([this] { serve(); }).detach();
  } catch (const std::system_error&) {
    queue_.pop_back();
    return false;
  }
  ++threads_;
  return true;
}

void Workers::serve() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (queue_.empty()) {
      ++idle_;
      has_work_.wait_for(lock, kIdleTime, [&] { return is_closing_ || !queue_.empty(); });
      --idle_;
      if (queue_.empty()) break;
    }
    const std::function<void()> work = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    work();
    lock.lock();
  }
  --threads_;
  // Under the lock: once it is free, the one who waits may destroy this.
  has_ended_.notify_all();
}

}  // namespace mcp
