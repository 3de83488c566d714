// What a worktree has checked out, read from git's own files: a hook starts no process.
#pragma once
#include <optional>
#include <string>

#include "base/result.h"
#include "os/system.h"
#include "store/project.h"

namespace store {

struct GitHead {
  // "feature/auth". While a rebase is on, the branch that is being rebased; else, without a branch,
  // "detached@" and 12 digits of the commit.
  std::string branch;
  std::string commit;     // 40 or 64 hexadecimal digits; empty before the first commit.
  bool detached = false;  // And no rebase.
};

// Nothing outside git, or where git's files cannot be read (reftable): see docs/files.md.
std::optional<GitHead> read_head(os::FileSystem& files, const Project& project);

// The commit that a branch of this repository points to; empty where there is no such branch, or
// where git's files cannot be read.
std::string branch_commit(os::FileSystem& files, const Project& project, const std::string& branch);

// What tells this life of a branch from an earlier one of the same name: the first entry of its
// reflog, if that is its creation. Empty where git no longer tells.
std::string branch_anchor(os::FileSystem& files, const Project& project, const std::string& branch);
// The same for who is about to write; an error where the disk does not let us know.
base::Result<std::string> find_branch_anchor(os::FileSystem& files, const Project& project,
                                             const std::string& branch);

}  // namespace store
