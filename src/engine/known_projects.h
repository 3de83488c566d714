// Which projects there are on this machine: <state home>/holdfast/projects/{project id}.json, one a
// project, so that a question about all of them need not search the disk.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "os/system.h"
#include "store/project.h"

namespace engine {

struct KnownProject {
  std::string id;
  os::Path root;        // The main worktree.
  os::Path common_dir;  // Empty outside git.
  std::string name;
  std::string remote;
  std::string created_at;
};

// The project around `start`, under the id that it brought along where it was moved.
base::Result<store::Project> find_identified_project(os::System system, const os::Path& start);

// Sorted by id; a file that cannot be read is passed over.
std::vector<KnownProject> known_projects(os::System system);

// Writes the project's file where it is missing or says something else.
base::Result<KnownProject> remember_project(os::System system, const store::Project& project);

}  // namespace engine
