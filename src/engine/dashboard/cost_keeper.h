// Reports of costs, kept for a moment: each is a look at every transcript there is. Private to this
// folder.
#pragma once
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "engine/cost.h"
#include "os/system.h"

namespace engine::dashboard {

// Safe for several threads: who asks while a report is made waits for it.
class CostKeeper {
 public:
  explicit CostKeeper(os::System system) : system_(system) {}
  base::Result<std::shared_ptr<const CostReport>> report(const CostQuery& query);

 private:
  struct Kept {
    std::shared_ptr<const CostReport> report;
    std::chrono::microseconds until{0};
  };

  os::System system_;
  std::mutex mutex_;
  std::map<std::string, Kept> kept_;
};

}  // namespace engine::dashboard
