#include "engine/project_choice.h"

#include "engine/taken_away.h"
#include "store/requirement_config.h"

namespace engine {

std::optional<store::Project> find_opted_in(os::System& system, std::vector<os::Path> folders,
                                            Witness* witness) {
  folders.push_back(system.environment.current_folder());
  for (const os::Path& start : folders) {
    if (start.empty()) continue;
    auto project = store::find_project(system.files, start);
    if (!project.ok()) continue;
    if (!project->opted_in) hold_taken_marker(system, *project, witness);
    if (!project->opted_in && !store::has_requirement_files(system.files, *project)) {
      return std::nullopt;
    }
    return *std::move(project);
  }
  return std::nullopt;
}

}  // namespace engine
