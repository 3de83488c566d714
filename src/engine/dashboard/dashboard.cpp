#include "engine/dashboard/dashboard.h"

#include "engine/dashboard/parts.h"
#include "os/memory.h"

namespace engine::dashboard {

Dashboard::Dashboard(os::System system, std::vector<HostIntegration*> hosts)
    : parts_(new Parts(system, std::move(hosts))) {}

Dashboard::~Dashboard() = default;

void Dashboard::rest() {
  if (parts_->index.close_idle()) os::give_back_memory();
}

os::System Dashboard::system() const { return parts_->system; }
std::string Dashboard::index_problem() const { return parts_->index.problem(); }

}  // namespace engine::dashboard
