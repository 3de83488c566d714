// Keeps a team's server up to date while `holdfast serve` runs: a few seconds after something was
// touched a push is started, as after a turn, in a process of its own. So a server that hangs holds
// nobody up: `serve` ends at once, and the push by itself.
#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "base/time.h"
#include "os/detached.h"
#include "os/system.h"
#include "store/layout.h"

namespace engine {

// What is to be done when. Not for use by two threads at once.
class FleetFeed {
 public:
  using Time = std::chrono::microseconds;
  FleetFeed(os::System system, os::DetachedPrograms& programs);

  void touch();
  // Does what is due; when to come again, nothing where only a touch brings something to do.
  std::optional<Time> step();

 private:
  void collect();
  bool is_wanted();
  void start();
  void put_off(std::int64_t failures);

  os::System system_;
  os::DetachedPrograms& programs_;
  store::Homes homes_;
  bool is_touched_ = false;
  Time due_{0};
  Time not_before_{0};
  std::optional<os::Pid> push_;
};

class FleetFollow {
 public:
  // The doors outlive this.
  FleetFollow(os::System system, os::DetachedPrograms& programs);
  FleetFollow(const FleetFollow&) = delete;
  FleetFollow& operator=(const FleetFollow&) = delete;
  ~FleetFollow();  // Stops, and waits for the thread.

  void start();
  // Does not wait. From any thread.
  void stop();
  // From any thread; does not wait.
  void touch();

 private:
  void run();

  os::System system_;
  std::mutex mutex_;
  std::condition_variable wakes_;
  bool is_stopped_ = false;
  bool is_touched_ = true;  // What was written before is sent first.
  FleetFeed feed_;          // Of the thread alone.
  std::thread thread_;      // Last: it uses the others.
};

}  // namespace engine
