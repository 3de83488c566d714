// Files that belong to Holdfast or its rules: an agent changes them through tools, never by hand.
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace policy {

// Where things lie, absolute and without links.
struct GuardRoots {
  std::string project_root;
  std::string main_root;   // The main worktree's root; the same as project_root where there is one.
  std::string common_dir;  // The common git folder; empty outside git.
  std::string local;       // <local>
  std::string notes;       // The notes folder, where the configuration moved it.
  std::string config_home;  // <config home>/holdfast
  std::string state_home;   // <state home>/holdfast
  std::string data_home;    // <data home>/holdfast
  std::string home;
  std::string copilot_home;                  // Where a variable moved it; else empty.
  std::string openclaw_home;                 // The same.
  std::string work_root{"agents/sessions"};  // Relative to both roots.
};

struct GuardedFile {
  std::string what;      // "the signed session notes"
  std::string use_this;  // The right way: "`holdfast session set-state`".
};

// Whether `path`, absolute and normalised, is guarded. Callers ask for the path as it was given
// and for the one that links lead to.
std::optional<GuardedFile> guarded_file(std::string_view path, const GuardRoots& roots);

// Whether something guarded lies below the folder `path`, so that it would go with it.
std::optional<GuardedFile> guarded_below(std::string_view path, const GuardRoots& roots);

// Whether a memory of that name is written by us alone (session-current-state, …; with or without
// ".md").
std::optional<GuardedFile> guarded_memory(std::string_view name);

}  // namespace policy
