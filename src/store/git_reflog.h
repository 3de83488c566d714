// What moved HEAD, read from git's own log of it: a hook starts no process.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "os/system.h"
#include "store/project.h"

namespace store {

struct MadeCommit {
  std::string sha;
  std::string subject;    // As far as git's log tells; a merge has only what was merged.
  std::int64_t at_s = 0;  // Seconds since 1970.
};

// The commits that were made while HEAD went from `before` to `after`, oldest first: by commit,
// amend, merge, cherry-pick, revert and am, not those that a fast-forward, a checkout or a rebase
// only went to. At most `limit`, the newest. `before` is empty before the first commit.
std::vector<MadeCommit> made_commits(os::FileSystem& files, const Project& project,
                                     std::string_view before, std::string_view after,
                                     std::size_t limit);

// Where HEAD went since `since_s` (seconds since 1970) by a checkout, a reset, a merge or the like,
// and not by a commit: the commits that were left, newest first. Where git keeps no log, one empty
// text says that HEAD's file was written since.
std::vector<std::string> commits_left(os::FileSystem& files, const Project& project,
                                      std::int64_t since_s);

// The subject of the message that was edited last; empty where git kept none.
std::string last_message_subject(os::FileSystem& files, const Project& project);

}  // namespace store
