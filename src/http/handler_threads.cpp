#include "http/handler_threads.h"

#include <algorithm>
#include <system_error>
#include <utility>

namespace http {

HandlerThreads::HandlerThreads(std::size_t threads_max)
    : threads_max_(std::max<std::size_t>(1, threads_max)) {
  const std::lock_guard lock(mutex_);
  threads_.emplace_back([this] { serve(); });
}

HandlerThreads::~HandlerThreads() {
  std::deque<Work> dropped;  // Ends outside of the lock: it may hold anything.
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
    std::swap(dropped, waiting_);
    for (Seat* const seat : idle_) seat->given.notify_one();
  }
  for (std::thread& thread : threads_) thread.join();
}

void HandlerThreads::post(Work work) {
  Seat* seat = nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (is_ending_) return;
    if (idle_.empty()) {
      waiting_.push_back(std::move(work));
      if (threads_.size() < threads_max_) start_thread();
      return;
    }
    seat = idle_.back();
    idle_.pop_back();
    seat->work = std::move(work);
  }
  // A seat lasts as long as its thread, and that as long as this.
  seat->given.notify_one();
}

std::size_t HandlerThreads::size() const {
  const std::lock_guard lock(mutex_);
  return threads_.size();
}

void HandlerThreads::start_thread() {
  try {
    threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
    // The machine gives no more: one of those there are will come to it.
  }
}

HandlerThreads::Work HandlerThreads::next_work(std::unique_lock<std::mutex>& lock, Seat& seat) {
  if (!waiting_.empty()) {
    Work work = std::move(waiting_.front());
    waiting_.pop_front();
    return work;
  }
  if (is_ending_) return nullptr;
  idle_.push_back(&seat);
  seat.given.wait(lock, [&] { return seat.work || is_ending_; });
  return std::exchange(seat.work, nullptr);
}

void HandlerThreads::serve() {
  Seat seat;
  std::unique_lock lock(mutex_);
  while (Work work = next_work(lock, seat)) {
    lock.unlock();
    work();
    work = nullptr;
    lock.lock();
  }
}

}  // namespace http
