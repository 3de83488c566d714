// The projects that this person has used Holdfast in: what the index is made from, and what tells a
// repository that was moved from one that was copied. One small file a project,
// `<state home>/holdfast/projects/{id}.json`.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "os/system.h"
#include "store/layout.h"
#include "store/project.h"

namespace store {

struct ProjectRecord {
  model::ProjectId id;
  os::Path root;        // Of the main worktree.
  os::Path common_dir;  // Empty outside git.
  std::string name;     // The remote's last word, else the folder's.
  std::string remote;   // Of origin, without user and password; empty where there is none.
  std::string created_at;
  bool operator==(const ProjectRecord&) const = default;
};

class ProjectRegistry {
 public:
  ProjectRegistry(os::System system, const Homes& homes)
      : system_(system), folder_(homes.state.empty() ? os::Path() : homes.state / "projects") {}

  // Sorted by id. A file that cannot be read or is not ours is passed over.
  std::vector<ProjectRecord> list() const;
  std::optional<ProjectRecord> find(const model::ProjectId& id) const;
  // Writes what has changed, keeping created_at; nothing where it is there as it should be.
  base::Result<void> remember(const ProjectRecord& record) const;
  base::Result<void> forget(const model::ProjectId& id) const;

 private:
  os::Path file(const model::ProjectId& id) const { return folder_ / (id.text + ".json"); }

  os::System system_;
  os::Path folder_;  // Empty where there is no home: then nothing is kept.
};

// What is to be remembered of a project, without created_at.
ProjectRecord record_of(os::FileSystem& files, const Project& project);

// The roots of a project's worktrees that are there, without links; the main one first.
std::vector<os::Path> worktrees_of(os::FileSystem& files, const Project& project);

}  // namespace store
