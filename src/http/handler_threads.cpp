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
  Taker taker;
  {
    const std::lock_guard lock(mutex_);
    if (is_ending_) return;
    taker = find_taker(work);
    if (taker.kind == Taker::none) waiting_.push_back(std::move(work));
  }
  if (taker.seat != nullptr) taker.seat->given.notify_one();
}

bool HandlerThreads::offer(Work work) {
  Taker taker;
  {
    const std::lock_guard lock(mutex_);
    if (is_ending_ || !waiting_.empty()) return false;
    taker = find_taker(work);
  }
  if (taker.seat != nullptr) taker.seat->given.notify_one();
  return taker.kind != Taker::none;
}

HandlerThreads::Taker HandlerThreads::find_taker(Work& work) {
  if (!idle_.empty()) {
    // A seat lasts as long as its thread, and that as long as this.
    Seat* const seat = idle_.back();
    idle_.pop_back();
    seat->work = std::move(work);
    return {Taker::idle_thread, seat};
  }
  if (threads_.size() >= threads_max_) return {};
  try {
    threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
    return {};  // The machine gives no more: one of those there are will come to it.
  }
  waiting_.push_back(std::move(work));
  return {Taker::new_thread, nullptr};
}

std::size_t HandlerThreads::size() const {
  const std::lock_guard lock(mutex_);
  return threads_.size();
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
