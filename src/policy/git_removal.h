// What git commands take out of the work tree besides what is tracked and committed: `git clean
// -x`, `git stash -a`, `git rm -r`.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "policy/shell/analysis.h"

namespace policy {

// Something of ours in the work tree that is there now.
struct TreeEntry {
  std::string path;         // Relative to the work tree: ".claude/settings.local.json".
  bool is_tracked = false;  // Only `git rm` takes it; else all but that do.
};

struct GitRemoval {
  std::string taken;     // The first entry that would go.
  std::string command;   // "git clean -fdx"
  std::string narrower;  // The same, sparing all entries.
};

// `folder` is where git works, relative to the work tree; empty for its root.
std::optional<GitRemoval> git_removal(const shell::GitOperation& operation,
                                      const std::string& folder,
                                      const std::vector<TreeEntry>& entries);

// Whether `git_removal` can say anything about the operation, so that nobody looks for entries in
// vain.
bool may_remove_files_of_ours(const shell::GitOperation& operation);

}  // namespace policy
