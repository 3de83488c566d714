// The sessions of one project that have ended, in short: `<local>/continuity/ended.jsonl`. What a
// session that begins needs to choose its forerunners, read from the end, so that the cost does not
// grow with the years. A copy of what the mirrors say: a lost line loses no more than a candidate,
// and `rebuild` makes it again. See docs/format/continuity.md.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/session_state.h"
#include "os/system.h"

namespace store {

struct RosterEntry {
  std::string session;
  std::string end_time;
  std::string channel;
  std::vector<std::string> topics;
  std::size_t pending_tasks = 0;
  std::size_t critical_pins = 0;
  std::string continued_by;
  std::string listed_at;  // When the line was written; never before end_time.
};
// `critical_pins` is for the caller, who knows what is critical.
RosterEntry roster_entry_of(const model::SessionState& state, std::size_t critical_pins,
                            base::Instant now);

class SessionRoster {
 public:
  SessionRoster(os::System system, os::Path file) : system_(system), file_(std::move(file)) {}

  // One line, one write. The newest line of a session counts.
  base::Result<void> add(const RosterEntry& entry) const;
  base::Result<void> add_continued(const std::string& session, const std::string& by,
                                   base::Instant now) const;
  base::Result<void> add_reopened(const std::string& session, base::Instant now) const;

  // Sessions whose line was written since then, the newest first, each once, at most `limit`. Lines
  // that cannot be read are passed over. Reads the file from its end in blocks of 64 KB and stops
  // at the first line that is older. A reopened session is not among them.
  std::vector<RosterEntry> newest(base::Instant since, std::size_t limit) const;
  bool exists() const;
  // Puts these in the place of all lines.
  base::Result<void> rebuild(const std::vector<RosterEntry>& entries) const;

 private:
  os::System system_;
  os::Path file_;
};

}  // namespace store
