#include "engine/cost_scope.h"

#include "base/text.h"
#include "engine/known_projects.h"
#include "engine/session.h"
#include "model/run.h"
#include "store/project_registry.h"

namespace engine {
namespace {

bool is_in_folder(std::string_view path, std::string_view folder) {
  return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

}  // namespace

base::Result<ProjectFilter> ProjectFilter::around(os::System system, const os::Path& folder) {
  TRY_ASSIGN(store::Project project, find_identified_project(system, folder));
  return ProjectFilter(system, std::move(project));
}

bool ProjectFilter::has(std::string_view cwd) {
  if (cwd.empty()) return false;
  const auto known = known_.find(cwd);
  if (known != known_.end()) return known->second;
  const auto other = find_identified_project(system_, os::Path(cwd));
  // A folder that is gone can only be told by its name.
  const bool is_in = other.ok() ? other->id == project_.id
                                : is_in_folder(cwd, project_.root.native()) ||
                                      is_in_folder(cwd, project_.main_root.native());
  known_.emplace(cwd, is_in);
  return is_in;
}

const ProjectNames::Place& ProjectNames::find(std::string_view cwd) {
  const auto known = known_.find(cwd);
  if (known != known_.end()) return known->second;
  Place place = look(std::string(cwd));
  // The first that has a name keeps it.
  const auto taken = folders_.try_emplace(place.name, place.folder).first;
  if (taken->second != place.folder) place.name = place.folder;
  return known_.emplace(cwd, std::move(place)).first->second;
}

ProjectNames::Place ProjectNames::look(const std::string& cwd) {
  const auto project = find_identified_project(system_, os::Path(cwd));
  if (project.ok()) {
    return {store::record_of(system_.files, *project).name, project->main_root.native()};
  }
  // A folder that is gone can only be told by its name.
  for (const KnownProject& known : known_projects(system_)) {
    if (is_in_folder(cwd, known.root.native())) return {known.name, known.root.native()};
  }
  const std::string folder = base::is_utf8(cwd) ? cwd : std::string("(unreadable name)");
  return {folder, folder};
}

Workspace* WorkOfSession::workspace_at(const std::string& cwd) {
  const auto [found, is_new] = workspaces_.try_emplace(cwd);
  if (is_new && !cwd.empty()) {
    auto opened = Workspace::open(system_, os::Path(cwd));
    if (opened.ok()) found->second = std::make_unique<Workspace>(*std::move(opened));
  }
  return found->second.get();
}

std::string WorkOfSession::find(const std::string& session, const std::string& cwd) {
  const auto [found, is_new] = known_.try_emplace(session);
  if (!is_new) return found->second;
  Workspace* const workspace = workspace_at(cwd);
  if (workspace == nullptr || !workspace->keeps_runs()) return {};
  const auto run = run_of_conversation(*workspace, session);
  if (!run.ok()) return {};
  const auto state = view_state(*workspace, *run);
  if (state.ok()) found->second = (*state)->work_session.value_or("");
  return found->second;
}

}  // namespace engine
