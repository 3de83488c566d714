#include "engine/dashboard/dashboard.h"

#include "engine/dashboard/parts.h"
#include "os/memory.h"

namespace engine::dashboard {

Dashboard::Dashboard(os::System system, std::vector<HostIntegration*> hosts, FleetDoor* fleet)
    : parts_(new Parts(system, std::move(hosts), fleet)) {}

Dashboard::~Dashboard() = default;

void Dashboard::rest() {
  const bool had_team = parts_->team.close_idle();
  if (parts_->index.close_idle() || had_team) os::give_back_memory();
}

void Dashboard::end() { parts_->team.end(); }

os::System Dashboard::system() const { return parts_->system; }
std::string Dashboard::index_problem() const { return parts_->index.problem(); }

std::optional<TeamState> Dashboard::team(TeamLook how) const {
  constexpr std::chrono::microseconds kLookEvery{10'000'000};
  auto state = parts_->team.state();
  if (!state || !how.look) return state;
  [[maybe_unused]] const auto machines = parts_->team.machines(kLookEvery);
  return parts_->team.state();
}

}  // namespace engine::dashboard
