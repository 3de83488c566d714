// Our own files in the work tree: copies of them as they are, which of them are gone, and putting
// them back. See store/kept_files.h and ADR 38. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "base/time.h"
#include "engine/stores.h"
#include "store/kept_files.h"

namespace engine {

store::KeptFiles kept_files(Stores& stores);

// The work tree that the marker belongs to, and the marker's path in it.
os::Path marker_root(const store::Project& project);
std::string marker_name();
// The worktree whose git knows of the marker, and that git's index; empty where there is none.
store::Project worktree_of_marker(const store::Project& project);
std::string git_index(Stores& stores);

bool is_file_gone(os::FileSystem& files, const os::Path& path);
// Those of ours that are not there any more, as far as they may have vanished since then. Absolute.
std::vector<std::string> gone_since(Stores& stores, const os::Path& root,
                                    const std::vector<store::KeptFile>& kept, base::Instant since);

// Those that were changed since they were kept and do not name our program any more. Absolute.
std::vector<std::string> emptied_files(Stores& stores, const os::Path& root,
                                       const std::vector<store::KeptFile>& kept);
bool was_changed_since(os::FileSystem& files, const os::Path& path, base::Instant since);

// Keeps copies of our files as they are now. Fails open. Outside git, where no exclude list names
// them, `more` are those that `init` has just written; they are kept on as long as they are there.
void keep_own_files(Stores& stores, const std::vector<std::string>& more = {});

// Puts back what can be put back, where nothing stands; the error says what cannot.
base::Result<void> mend(Stores& stores, store::TakenAway& taken);
bool is_mended(const store::TakenAway& taken);

}  // namespace engine
