#include "engine/session_liveness.h"

#include <algorithm>

#include "engine/requirement_facts.h"
#include "model/requirement_state.h"

namespace engine {

bool is_gone(os::System& system, const store::RegistryEntry& entry) {
  constexpr std::int64_t kDay = 24 * 60 * 60;
  const bool is_elsewhere = !entry.host.empty() && entry.host != system.processes.host_name();
  if (!is_elsewhere && !entry.boot_id.empty() && entry.boot_id != system.processes.boot_id()) {
    return true;
  }
  if (!is_elsewhere && entry.ppid > 0) {
    const auto process = system.processes.info(entry.ppid);
    if (!process.ok()) return process.error().code == base::Code::not_found;
    return entry.pid_start != 0 && process->start_ticks != entry.pid_start;
  }
  const std::int64_t now =
      std::chrono::floor<std::chrono::seconds>(system.clock.now().time_since_epoch()).count();
  return now - entry.last_active > kDay;
}

std::vector<store::RegistryEntry> live_neighbours(Stores& stores, const std::string& own) {
  store::SessionRegistry registry(stores.system, stores.homes);
  std::vector<store::RegistryEntry> found;
  for (store::RegistryEntry& entry : registry.list()) {
    const bool is_own =
        entry.uid.empty() ? entry.key == model::short_session_id(own) : entry.uid == own;
    if (is_own || os::Path(entry.project_dir) != stores.project.root) continue;
    if (!is_gone(stores.system, entry)) found.push_back(std::move(entry));
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.last_active > b.last_active; });
  return found;
}

std::vector<std::string> other_sessions(Stores& stores, const std::string& own) {
  std::vector<std::string> texts;
  for (const store::RegistryEntry& entry : live_neighbours(stores, own)) {
    texts.push_back(entry.key + (entry.branch.empty() ? "" : " on " + entry.branch));
  }
  return texts;
}

}  // namespace engine
