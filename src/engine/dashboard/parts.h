// What the questions of the dashboard share. Private to this folder.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "engine/dashboard/cost_keeper.h"
#include "engine/dashboard/dashboard.h"
#include "engine/dashboard/depth_parts.h"
#include "engine/dashboard/index_pool.h"
#include "engine/dashboard/lease_limits.h"
#include "engine/dashboard/team_pool.h"

namespace engine::dashboard {

struct Parts {
  Parts(os::System given, std::vector<HostIntegration*> given_hosts, FleetDoor* fleet)
      : system(given),
        hosts(std::move(given_hosts)),
        index(given),
        team(given, fleet),
        leases(given),
        costs(given),
        host_name(given.processes.host_name()),
        boot_id(given.processes.boot_id()) {}

  os::System system;
  std::vector<HostIntegration*> hosts;
  DepthParts depth{};
  IndexPool index;
  TeamPool team;
  LeaseLimits leases;
  CostKeeper costs;
  std::string host_name;  // This machine's; neither changes while a process lives.
  std::string boot_id;
};

}  // namespace engine::dashboard
