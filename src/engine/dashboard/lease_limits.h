// How long a project believes another machine's heartbeat, which its configuration says. Private to
// this folder.
#pragma once
#include <chrono>
#include <map>
#include <mutex>
#include <string>

#include "base/time.h"
#include "os/system.h"

namespace engine::dashboard {

// Safe for several threads; each project is looked at once in a while.
class LeaseLimits {
 public:
  explicit LeaseLimits(os::System system) : system_(system) {}
  base::Millis of(const std::string& project_id);

 private:
  struct Known {
    base::Millis limit{0};
    std::chrono::microseconds at{0};
  };
  base::Millis read(const std::string& project_id);

  os::System system_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace engine::dashboard
