// What is kept of a session while it runs, `<local>/continuity/live/{run}`: how far its journal was
// captured, its counted topics, what its model was told. Its being there says that its mirror is
// open: a sweep looks at these files alone, however many sessions there have been. A plain text of
// lines `key value`; a lost one is made again from the journal. See docs/format/continuity.md.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/ids.h"
#include "os/system.h"

namespace store {

struct LiveSession {
  std::uint64_t journal_offset = 0;  // The journal's byte up to which it was captured.
  bool is_restored = false;          // Forerunners were looked for, and found or not.
  bool is_told = false;              // The preamble reached the host.
  bool has_prompt = false;           // The first prompt was seen.
  std::uint64_t compactions = 0;
  std::vector<std::string> told;  // Hashes of the pieces told since the last compaction.
  std::string topics;             // policy::TopicCounter::text()
  std::vector<std::string> learnings;
};

class LiveSessions {
 public:
  LiveSessions(os::System system, os::Path folder) : system_(system), folder_(std::move(folder)) {}

  // A default one where there is none or it cannot be read.
  LiveSession read(const model::RunId& run) const;
  bool exists(const model::RunId& run) const;
  // Not synced: see above. The folder is made.
  base::Result<void> write(const model::RunId& run, const LiveSession& session) const;
  base::Result<void> remove(const model::RunId& run) const;  // None there is fine.
  std::vector<model::RunId> list() const;

  // Read, change, write under the session's lock `{run}.lock` beside it: two hooks of one moment.
  // The lock goes when the session is removed, so that they do not pile up.
  template <typename Change>
  base::Result<LiveSession> update(const model::RunId& run, const Change& change) const {
    TRY_ASSIGN(const auto held, lock(run));
    LiveSession session = read(run);
    change(session);
    TRY(write(run, session));
    return session;
  }

 private:
  base::Result<std::unique_ptr<os::File>> lock(const model::RunId& run) const;

  os::System system_;
  os::Path folder_;
};

}  // namespace store
