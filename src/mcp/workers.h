// Threads for calls that wait. None is started before the first such call; one that has nothing to
// do for a while ends.
#pragma once
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

namespace mcp {

class Workers {
 public:
  // Each running call has a thread, since it may wait for a person for minutes.
  explicit Workers(std::size_t threads_max) : threads_max_(threads_max) {}
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers();  // Waits for what runs.

  // False where all threads are busy or the machine gives no more; `work` is then not run.
  bool run(std::function<void()> work);

 private:
  void serve();

  std::size_t threads_max_;
  std::mutex mutex_;
  std::condition_variable has_work_;
  std::condition_variable has_ended_;
  std::deque<std::function<void()>> queue_;  // Never more than there are idle threads.
  std::size_t threads_ = 0;
  std::size_t idle_ = 0;
  bool is_closing_ = false;
};

}  // namespace mcp
