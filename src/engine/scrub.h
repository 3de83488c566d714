// `maintenance --scrub`: takes out of Holdfast's own files what older versions stored in clear.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/system.h"

namespace engine {

struct ScrubOptions {
  bool dry_run = false;  // Say what would change, and write nothing.
};

struct ScrubbedFile {
  std::string path;
  std::size_t texts = 0;  // That changed, or would.
};

// A file that holds something and stays: what is signed or chained proves what happened, and would
// prove nothing any more.
struct UnscrubbedFile {
  std::string path;
  std::vector<std::uint64_t> lines;  // Of a journal; empty for other files.
};

struct ScrubOutcome {
  std::size_t files_read = 0;
  std::vector<ScrubbedFile> changed;
  std::vector<UnscrubbedFile> left;
  std::vector<std::string> problems;  // Files that could not be read, locked or written.
};

// Notes of runs are saved as a new version, so that they are signed again; pins, mirrors, their
// archive, handoffs, the histories of the protocol and of work sessions are put in place whole,
// each under its own lock. Journals and the signed notes beside a run's own are only looked at.
// Nothing is touched twice: a second run changes nothing.
base::Result<ScrubOutcome> scrub(os::System system, const os::Path& start,
                                 const ScrubOptions& options);

}  // namespace engine
