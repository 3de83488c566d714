#include "engine/work_roots.h"

#include "store/config.h"
#include "store/keyring.h"
#include "store/project_registry.h"

namespace engine {
namespace {

bool is_inside(const os::Path& folder, const os::Path& root) {
  return folder.native().starts_with(root.native() + "/");
}

// By text, and where it is there without links too.
os::Path sessions_folder(os::System system, const os::Path& worktree, const std::string& given) {
  const os::Path usual = worktree / "agents" / "sessions";
  const os::Path folder = os::normalised(worktree, given);
  if (!is_inside(folder, worktree)) return usual;
  const auto real = system.files.real_path(folder);
  if (!real.ok()) return folder;
  return is_inside(*real, worktree) ? *real : usual;
}

}  // namespace

std::vector<WorkRoot> work_roots(os::System system, const store::Project& project) {
  store::Keyring keys(system, store::homes_of(system.environment), {});
  const std::string given =
      project.opted_in ? store::load_config(system, project, keys).work_root : "agents/sessions";
  std::vector<WorkRoot> roots;
  for (const os::Path& worktree : store::worktrees_of(system.files, project)) {
    roots.push_back({project.id.text, worktree, sessions_folder(system, worktree, given)});
  }
  return roots;
}

}  // namespace engine
