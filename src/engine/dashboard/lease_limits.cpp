#include "engine/dashboard/lease_limits.h"

#include <algorithm>

#include "base/text.h"
#include "engine/known_projects.h"
#include "store/config.h"
#include "store/project_registry.h"

namespace engine::dashboard {
namespace {

constexpr std::chrono::microseconds kKnownFor{30'000'000};
constexpr std::size_t kProjectsMax = 1000;

}  // namespace

base::Millis LeaseLimits::of(const std::string& project_id) {
  const auto now = system_.clock.steady();
  {
    const std::lock_guard lock(mutex_);
    const auto found = known_.find(project_id);
    if (found != known_.end() && now - found->second.at < kKnownFor) return found->second.limit;
  }
  const base::Millis limit = read(project_id);
  const std::lock_guard lock(mutex_);
  if (known_.size() >= kProjectsMax) known_.clear();
  known_[project_id] = {limit, now};
  return limit;
}

base::Millis LeaseLimits::read(const std::string& project_id) {
  const store::Homes homes = store::homes_of(system_.environment);
  const store::ProjectRegistry registry(system_, homes);
  model::Config config;
  // The id becomes the name of a file.
  const bool is_plain = std::all_of(project_id.begin(), project_id.end(), base::is_alnum);
  const auto record = is_plain ? registry.find(model::ProjectId{project_id}) : std::nullopt;
  if (record) {
    const auto project = find_identified_project(system_, record->root);
    store::Keyring keys(system_, homes, {});
    if (project.ok() && project->opted_in) config = store::load_config(system_, *project, keys);
  }
  return std::chrono::minutes(config.lease_remote_minutes);
}

}  // namespace engine::dashboard
