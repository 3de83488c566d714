// Files that belong to Holdfast or its rules: an agent changes them through tools, never by hand.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/path_pattern.h"

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
  std::string claude_home;                   // The same.
  std::string work_root{"agents/sessions"};  // Relative to both roots.
  std::string program;                       // This program's file.
  std::string started_as;   // The path that started it, links and all; empty: a bare name did.
  std::string search_path;  // Where bare names are found: "/usr/local/bin:/usr/bin".
};

struct GuardedFile {
  std::string what;      // "the signed session notes"
  std::string use_this;  // The right way: "`holdfast session set-state`".
};

// How a call comes to something: by its path, or in one of the ways that only the disk tells.
enum class TargetForm {
  path,
  tree,       // A folder with all that is below it.
  wildcard,   // What a wildcard or a search finds.
  hard_link,  // Another name of the same file.
  copy,       // What a tree or an archive brings along, in the place where it ends up.
  git,        // What git takes out of the work tree.
  module,     // Code that a list of modules names, or that such code may import.
};

// Something that the call would touch: as it was named, made absolute, and where links lead.
struct GateTarget {
  std::string path;
  std::string real_path;
  bool whole_tree = false;  // With everything below it.
  TargetForm form = TargetForm::path;
  // Every form but `path`: what is touched in truth; it exists, or would. Empty: nothing of ours.
  std::string touched{};
  std::string narrower{};    // The same command without it, where there is one: "git stash -u".
  bool only_grants = false;  // Rights alone are given, as `chmod +x` does: a program stays one.
};

// A place of ours, whether or not it is there.
struct GuardedPlace {
  std::string path;
  PlaceKind kind = PlaceKind::file;
};

// All that are known by their paths. What `guarded_file` knows by a name alone (manifests,
// memories, lists of pins) is not among them, but where it can lie is told by
// `guarded_name_folders`.
std::vector<GuardedPlace> guarded_places(const GuardRoots& roots);
// Folders that hold guarded files among others, in themselves or one folder below.
std::vector<std::string> guarded_name_folders(const GuardRoots& roots);

// The one question about a call's target, in whatever form it was found.
std::optional<GuardedFile> guarded_target(const GateTarget& target, const GuardRoots& roots);

// The same for what would be read: keys, tokens and what is as good as one.
std::optional<GuardedFile> guarded_secret(const GateTarget& target, const GuardRoots& roots);
// Where they lie, as `guarded_places` says it.
std::vector<GuardedPlace> secret_places(const GuardRoots& roots);

// Whether `path`, absolute and normalised, is guarded. Callers ask for the path as it was given
// and for the one that links lead to.
std::optional<GuardedFile> guarded_file(std::string_view path, const GuardRoots& roots);

// Whether a memory of that name is written by us alone (session-current-state, …; with or without
// ".md").
std::optional<GuardedFile> guarded_memory(std::string_view name);

}  // namespace policy
