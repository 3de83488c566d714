// Which project a folder belongs to, found without starting git.
#pragma once
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "os/system.h"
#include "store/layout.h"

namespace store {

struct Project {
  os::Path root;        // The worktree's root, or the folder that opted in. Without links.
  os::Path main_root;   // The main worktree's root; `root` outside git.
  os::Path common_dir;  // The common git folder; empty outside git.
  os::Path git_dir;     // The worktree's own git folder, with its HEAD; empty outside git.
  os::Path local;       // Where machine-local state lies.
  model::ProjectId id;
  bool opted_in = false;
  os::Path config_file;  // Where opted_in; in the worktree or, failing that, the main worktree.
  // An agent's call took the configuration away or loosened it: what was read last holds (ADR 38).
  bool keeps_last_config = false;
};

// The project around `start`: the git worktree that holds it, else the nearest folder upwards with
// a .holdfast/config.yaml, else `start` itself. not_found where `start` does not exist.
base::Result<Project> find_project(os::FileSystem& files, const os::Path& start);

// The roots of the linked worktrees that belong to the main one and are there, in the order of
// their names in the git folder.
std::vector<os::Path> linked_worktrees(os::FileSystem& files, const Project& project);

}  // namespace store
