#include "host/obstacle.h"

#include "host/file_plan.h"

namespace host {

using engine::InstallScope;

std::vector<Obstacle> obstacles_of(os::System& system, const HostDescription& host,
                                   const engine::InstallTarget& target, const PartText& file) {
  std::vector<Obstacle> found;
  const os::Path path = path_of(system, host, file.part, target, file.scope);
  std::string why = file.part.obstacle(file.text);
  if (!why.empty()) found.push_back({path, std::move(why)});
  if (!file.part.is_merged()) return found;
  const bool is_users = file.scope == InstallScope::user;
  const os::Path other =
      path_of(system, host, file.part, target, is_users ? InstallScope::local : InstallScope::user);
  // A project that is the home folder itself has one file for both.
  if (other.empty() || other == path) return found;
  if (is_users && leads_away(system, target, other)) return found;
  auto text = read_text(system, other);
  if (!text.ok() || !*text) return found;
  why = file.part.obstacle_in_other(file.text, {**std::move(text), is_users});
  if (!why.empty()) found.push_back({other, std::move(why)});
  return found;
}

}  // namespace host
