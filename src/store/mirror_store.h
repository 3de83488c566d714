// The JSON mirrors: what each session leaves behind, one file a session, the truth of S3.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "model/session_state.h"
#include "os/system.h"
#include "store/continuity_places.h"

namespace store {

inline constexpr std::uint64_t kMirrorBytesMax = 50 * 1024;        // What we write (S3-145).
inline constexpr std::uint64_t kMirrorReadBytesMax = 1024 * 1024;  // What we are willing to read.

class MirrorStore {
 public:
  MirrorStore(os::System system, const ContinuityPlaces& places)
      : system_(system), places_(places) {}

  os::Path file(const std::string& session) const { return places_.sessions / (session + ".json"); }

  // not_found, also for what is no UUID and for an empty file, which is what a power cut may leave
  // of a capture that was not synced; parse_error, also where it is another session's; too_large,
  // io. A link is not followed. untrusted where the file is another user's or others may write it;
  // in OpenClaw's layout the user's own group may.
  base::Result<model::SessionState> read(const std::string& session) const;

  struct Options {
    bool sync = false;  // A turn's capture is not: what a power cut takes is made again from the
                        // journal. The last one of a session is.
    // With sync: false where it does not matter whether a power cut brings back the record before.
    bool sync_name = true;
    base::Millis lock_timeout{500};
  };
  // Under the mirror's lock: `change` gets what is there, or a state with nothing but session_id,
  // and what it leaves is written, all or nothing. Only what it sets changes (B3-5, SC-73). Sets
  // created_at and updated_at. Nothing is written where nothing but updated_at would change, so
  // that a capture repeated is no write. Over kMirrorBytesMax: topics go first, then confidence
  // updates, then the bodies of pins, marked (B3-32). A file that cannot be parsed is set aside.
  using Change = std::function<base::Result<void>(model::SessionState& state)>;
  base::Result<model::SessionState> update(const std::string& session, const Options& options,
                                           const Change& change) const;

  // What another machine left, with its own times. Under the lock `change` gets what is there, if
  // anything, and gives what shall be there, or nothing to leave it as it is. Whether it was (or in
  // a dry run would be) written.
  using TakeIn = std::function<base::Result<std::optional<model::SessionState>>(
      const std::optional<model::SessionState>& current)>;
  struct TakeOptions {
    bool dry_run = false;
    base::Millis lock_timeout{2000};
  };
  base::Result<bool> take_in(const std::string& session, const TakeOptions& options,
                             const TakeIn& change) const;

  // Ids of all mirrors, in no order that means anything.
  std::vector<std::string> list() const;
  // Of files changed since then, the newest first: OpenClaw's layout has no roster.
  std::vector<std::string> newest(base::Instant since, std::size_t limit) const;

  struct Archived {
    std::vector<std::string> sessions;  // Moved to the archive.
    std::vector<std::string> removed;   // Months of the archive that are too old.
    std::vector<std::string> problems;
  };
  // Mirrors that ended before `mirrors_before` become a line of `archive/{YYYY-MM}.jsonl` (of their
  // end), synced before the mirror goes, each once however often a crash interrupts; months that
  // lie wholly before `archive_before` go. Running sessions stay, whatever their age.
  base::Result<Archived> archive(base::Instant mirrors_before, base::Instant archive_before) const;
  // The archive's months ("2026-02"), the oldest first, and one's file.
  std::vector<std::string> months() const;
  os::Path month_file(const std::string& month) const;
  // What the month's lines from `offset` on say, until `take` fails. Lines that cannot be read are
  // passed over. Returns where the next reader goes on. untrusted, io.
  using TakeRecord = std::function<base::Result<void>(const model::SessionState& state)>;
  base::Result<std::uint64_t> read_month(const std::string& month, std::uint64_t offset,
                                         const TakeRecord& take) const;
  // A session of the archive, the newest month first.
  base::Result<model::SessionState> read_archived(const std::string& session) const;

 private:
  os::System system_;
  const ContinuityPlaces& places_;
};

}  // namespace store
