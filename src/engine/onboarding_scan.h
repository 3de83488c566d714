// The folders of work sessions below one root, looked at by two threads: what has not changed since
// the last time costs two questions to the disk and nothing else. Private to the engine.
#pragma once
#include <chrono>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/index_manifest.h"
#include "engine/onboarding.h"
#include "index/rows.h"
#include "os/system.h"

namespace engine {

// One worktree's folder of work sessions.
struct WorkRoot {
  std::string project_id;
  os::Path worktree;
  os::Path folder;  // {worktree}/{work.root}
};

// A folder that was read.
struct ReadFolder {
  indexing::WorkRow row;
  indexing::WorkMark mark;
  std::string spec;  // The text of spec.md, redacted; empty where there is none.
};

enum class FolderState { unchanged, read, unreadable, absent };

struct FolderOutcome {
  FolderState state = FolderState::absent;  // Absent: no folder of a work session.
  std::string slug;
  ReadFolder folder;
  std::string problem;
  const indexing::WorkMark* known = nullptr;  // Set by scan_work; its own, while `take` runs.
};

// Reads one folder.
FolderOutcome read_folder(os::System system, const WorkRoot& root, const std::string& slug);

// What the disk says of a folder and its manifest without opening anything.
struct FolderStat {
  os::FileInfo folder;
  os::FileInfo file;
  bool is_there = false;  // A folder, no link, with a file of that name.
};
FolderStat stat_folder(os::System system, const WorkRoot& root, const std::string& slug);
// Whether all is as it was when the mark was made.
bool is_unchanged(os::System system, const WorkRoot& root, const FolderStat& now,
                  const indexing::WorkMark& known);

struct ScanRequest {
  WorkRoot root;
  // Gives what is known of the root's folders, sorted by slug; called once, on the caller's thread,
  // while the others ask the disk already. None: nothing is known.
  std::function<base::Result<std::vector<indexing::WorkMark>>()> load_marks = {};
  int threads = 2;
  std::optional<std::chrono::microseconds> deadline;  // By the steady clock.
};

struct ScanResult {
  std::size_t folders = 0;
  std::size_t unchanged = 0;
  bool is_whole = true;               // False: the deadline passed, or `take` gave an error.
  std::vector<std::string> vanished;  // Known, and not there any more.
};

// Calls `take` on the caller's thread for every outcome but unchanged and absent ones, some at a
// time, and `progress` now and then. A root that is not there has no folders. not_found never; io
// where the root cannot be listed.
base::Result<ScanResult> scan_work(
    os::System system, const ScanRequest& request,
    const std::function<base::Result<void>(std::span<const FolderOutcome> outcomes)>& take,
    const std::function<void(std::size_t done, std::size_t total)>& progress);

}  // namespace engine
