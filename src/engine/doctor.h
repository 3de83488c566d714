// What is wrong with the installation or the state, and its repair.
#pragma once
#include <vector>

#include "engine/finding.h"
#include "engine/installation.h"
#include "os/system.h"

namespace engine {

struct DoctorRequest {
  os::Path start;
  std::vector<HostIntegration*> hosts;  // Borrowed.
  bool fix = false;
  bool tells_limits = false;  // Also what a host cannot be made to enforce.
};

std::vector<Finding> examine(os::System system, const DoctorRequest& request);

struct MaintenanceOutcome {
  std::vector<std::string> removed;   // Old or unreferenced history notes, left-over temps.
  std::vector<std::string> archived;  // Journals of ended runs past their time.
  std::vector<std::string> ended;     // Runs whose holder is gone, now ended as crashed.
};
base::Result<MaintenanceOutcome> maintain(os::System system, const os::Path& start);

}  // namespace engine
