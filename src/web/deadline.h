// One thread that does what is due at its time, where nobody has called it off before: a hook on a
// server has no process that could end itself.
#pragma once
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace web {

class Deadlines {
 public:
  using Clock = std::chrono::steady_clock;
  using Action = std::function<void()>;
  // Names one of them; `when` changes with `move`.
  struct Ticket {
    Clock::time_point when;
    std::uint64_t number = 0;
  };

  Deadlines();
  Deadlines(const Deadlines&) = delete;
  Deadlines& operator=(const Deadlines&) = delete;
  // What is not due yet never happens.
  ~Deadlines();

  // All from any thread. The action runs on this one's own thread and must not wait.
  Ticket add(Clock::time_point when, Action action);
  // Nothing where it has happened already.
  void move(Ticket& ticket, Clock::time_point when);
  // It may be happening right now.
  void cancel(const Ticket& ticket);

 private:
  using Key = std::pair<Clock::time_point, std::uint64_t>;
  void run();
  void put(const Key& key, Action action);  // Behind the lock.

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<Key, Action> waiting_;
  std::uint64_t last_number_ = 0;
  // When the thread looks again by itself; what is due later need not wake it.
  Clock::time_point looks_at_ = Clock::time_point::max();
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace web
