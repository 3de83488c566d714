// Hears, while a server of ours runs and somebody looks at it, that a machine of the team has sent
// something: on a thread of its own, with one connection that waits.
#pragma once
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "base/result.h"
#include "base/time.h"
#include "engine/fleet.h"
#include "engine/live.h"
#include "os/system.h"

namespace engine {

struct TeamFollowTimes {
  base::Millis look{1000};   // Whether somebody looks by now.
  base::Millis wait{500};    // For one notice; then whether it is time to end.
  base::Millis gather{200};  // What comes together is told together.
  base::Millis retry{1000};  // Doubled each time, up to the next.
  base::Millis retry_max{30'000};
};

class TeamFollow {
 public:
  struct Options {
    os::System system;
    FleetDoor& door;
    std::function<bool()> is_wanted;                        // Whether somebody looks.
    std::function<void(const LiveChange& change)> changed;  // On this one's thread.
    TeamFollowTimes times = {};
  };
  // All that it borrows outlives this.
  explicit TeamFollow(Options options);
  TeamFollow(const TeamFollow&) = delete;
  TeamFollow& operator=(const TeamFollow&) = delete;
  ~TeamFollow();  // Stops, and waits for the thread.

  void start();
  // Does not wait. From any thread.
  void stop();

 private:
  void run();
  // Until nobody looks any more or the server is lost.
  base::Result<void> follow();
  base::Result<void> gather(indexing::Listener& listener);
  void pause(base::Millis time);
  void tell();

  Options options_;
  std::atomic<bool> is_stopped_ = false;
  base::Millis retry_;
  std::mutex mutex_;
  std::condition_variable wakes_;
  std::thread thread_;  // Last: it uses the others.
};

}  // namespace engine
