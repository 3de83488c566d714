// Keeps the index up to date while a server runs, on a thread of its own: at first everything, then
// what is touched, and everything again once in a while. What goes wrong is told and tried again.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "engine/live.h"
#include "os/system.h"

namespace engine {

class IndexKeeper;

// How long what waits.
struct IndexTimes {
  base::Millis gather{30};     // What one hook writes is taken in together.
  base::Millis between{250};   // Runs that were touched.
  base::Millis project{3000};  // A project as a whole; also mirrors.
  base::Millis all{60'000};    // Everything.
  base::Millis costs{30'000};  // Only where something happened.
  base::Millis retry{1000};    // Doubled each time, up to 30 s.
  base::Millis idle{5000};     // Then the index is let go of.
};

class IndexFollow {
 public:
  // `changed` is called when what the index says of it is new, on this one's thread. The doors
  // outlive this.
  IndexFollow(os::System system, std::function<void(const LiveChange& change)> changed,
              IndexTimes times = {});
  IndexFollow(const IndexFollow&) = delete;
  IndexFollow& operator=(const IndexFollow&) = delete;
  ~IndexFollow();  // Stops, and waits for the thread.

  void start();
  // Does not wait. From any thread.
  void stop();
  // From any thread; does not wait.
  void touch(const LiveTouch& touch);

  struct State {
    std::uint64_t behind_bytes = 0;
    bool is_catching_up = false;
    std::vector<std::string> problems;
  };
  // From any thread.
  State state() const;

 private:
  using Time = std::chrono::microseconds;
  struct Pending {
    std::set<std::string> runs;
    LiveParts untold;
    LiveParts unseen;  // What only a look at the whole project brings.
    Time project_at{0};
  };

  void run();
  void catch_up();
  void work();
  Time next_time() const;
  void take_in_touched();
  void take_in_projects();
  void take_in_rest();
  void tell_changes();
  // Whether it went well; else the problem is told, and nothing is tried for a while.
  bool check(const base::Result<void>& done);
  Time now();
  // The last one took `took`: not so often that it would be all we do.
  static Time pause(base::Millis usual, Time took, int share);

  os::System system_;
  std::function<void(const LiveChange& change)> changed_;
  IndexTimes times_;
  std::atomic<bool> is_stopped_ = false;
  std::unique_ptr<IndexKeeper> keeper_;

  mutable std::mutex mutex_;
  std::condition_variable wakes_;
  State state_;
  std::map<std::string, Pending> pending_;
  LiveParts untold_;  // Of no project in particular.
  bool has_mirrors_ = false;
  bool has_activity_ = false;  // Since costs were looked at.
  bool has_touches_ = false;
  Time touched_at_{0};  // The first one that waits.

  // Of the thread alone, but for reading under the lock.
  Time taken_at_{0};
  Time retry_at_{0};
  Time mirrors_at_{0};
  Time all_at_{0};
  Time costs_at_{0};
  Time used_at_{0};
  base::Millis retry_{0};

  std::thread thread_;  // Last: it uses the others.
};

}  // namespace engine
