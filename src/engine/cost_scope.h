// Which project and which piece of work a session's costs belong to. Private to the engine.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "engine/workspace.h"
#include "os/system.h"
#include "store/project.h"

namespace engine {

// Whether a folder that a host worked in belongs to one project, worktrees included. Each folder is
// looked at once.
class ProjectFilter {
 public:
  // not_found where there is no such folder.
  static base::Result<ProjectFilter> around(os::System system, const os::Path& folder);
  bool has(std::string_view cwd);

 private:
  ProjectFilter(os::System system, store::Project project)
      : system_(system), project_(std::move(project)) {}

  os::System system_;
  store::Project project_;
  std::map<std::string, bool, std::less<>> known_;
};

// The project that a folder belongs to, by the name that people know it by. Each folder is looked
// at once.
class ProjectNames {
 public:
  explicit ProjectNames(os::System system) : system_(system) {}
  // The folder itself where it is in no project, or another project has the name already.
  std::string name(std::string_view cwd) { return find(cwd).name; }
  std::string folder(std::string_view cwd) { return find(cwd).folder; }

 private:
  struct Place {
    std::string name;
    std::string folder;
  };
  const Place& find(std::string_view cwd);
  Place look(const std::string& cwd);

  os::System system_;
  std::map<std::string, Place, std::less<>> known_;
  std::map<std::string, std::string> folders_;  // By name.
};

// The slug of the work session that a host's session was linked to, from the run's note.
class WorkOfSession {
 public:
  explicit WorkOfSession(os::System system) : system_(system) {}
  // Empty where it was linked to none, or that cannot be told any more.
  std::string find(const std::string& session, const std::string& cwd);

 private:
  Workspace* workspace_at(const std::string& cwd);

  os::System system_;
  std::map<std::string, std::unique_ptr<Workspace>> workspaces_;  // Null: none there.
  std::map<std::string, std::string> known_;
};

}  // namespace engine
