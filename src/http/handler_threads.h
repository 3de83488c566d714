// The threads that a server runs on. Of the idle ones the last to be done gets the next work, so
// that a client that asks again and again meets warm caches; a further thread is started only where
// all are busy.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace http {

class HandlerThreads {
 public:
  using Work = std::function<void()>;

  explicit HandlerThreads(std::size_t threads_max);
  HandlerThreads(const HandlerThreads&) = delete;
  HandlerThreads& operator=(const HandlerThreads&) = delete;
  // What has begun ends; what waits for a thread never begins.
  ~HandlerThreads();

  // Waits for a thread where all are busy. It must not throw.
  void post(Work work);
  // Only where a thread is free for it at once, or one more may be started; false otherwise.
  bool offer(Work work);
  std::size_t size() const;

 private:
  // Where an idle thread waits for what it is given.
  struct Seat {
    std::condition_variable given;
    Work work;
  };
  void serve();
  Work next_work(std::unique_lock<std::mutex>& lock, Seat& seat);
  // Who does the work, which is theirs then. Behind the lock; `seat` is woken outside of it.
  struct Taker {
    enum Kind { none, idle_thread, new_thread };
    Kind kind = none;
    Seat* seat = nullptr;
  };
  Taker find_taker(Work& work);

  const std::size_t threads_max_;
  mutable std::mutex mutex_;
  std::vector<Seat*> idle_;  // Who sat down last is last.
  std::deque<Work> waiting_;
  std::vector<std::thread> threads_;
  bool is_ending_ = false;
};

}  // namespace http
