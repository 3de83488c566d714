#include "engine/known_projects.h"

#include "store/keyring.h"
#include "store/project_identity.h"
#include "store/project_registry.h"

namespace engine {
namespace {

KnownProject known_project(const store::ProjectRecord& record) {
  return {.id = record.id.text,
          .root = record.root,
          .common_dir = record.common_dir,
          .name = record.name,
          .remote = record.remote,
          .created_at = record.created_at};
}

}  // namespace

base::Result<store::Project> find_identified_project(os::System system, const os::Path& start) {
  TRY_ASSIGN(store::Project project, store::find_project(system.files, start));
  store::Keyring keys(system, store::homes_of(system.environment), {});
  project.id = store::identity_of(system.files, project, keys);
  return project;
}

std::vector<KnownProject> known_projects(os::System system) {
  const store::ProjectRegistry registry(system, store::homes_of(system.environment));
  std::vector<KnownProject> projects;
  for (const store::ProjectRecord& record : registry.list())
    projects.push_back(known_project(record));
  return projects;
}

base::Result<KnownProject> remember_project(os::System system, const store::Project& project) {
  const store::ProjectRegistry registry(system, store::homes_of(system.environment));
  store::ProjectRecord record = store::record_of(system.files, project);
  TRY(registry.remember(record));
  const auto kept = registry.find(record.id);
  // Without a home nothing is kept, and the project is known for this once.
  if (!kept) record.created_at = base::to_iso(system.clock.now());
  return known_project(kept.value_or(record));
}

}  // namespace engine
