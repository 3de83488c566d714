// The truth about runs: signed notes, their head records, and the one way to change them.
//
// A change goes: lock, read and verify, compare with the head record, change a copy, write note and
// head record beside the old ones, then sync and put in place in this order: patch in the journal,
// note, head record (an older one is repaired from the note). A crash between any two steps leaves
// the old state or the new one; see docs/format/note.md for each case.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run.h"
#include "os/system.h"
#include "store/head_record.h"
#include "store/journal.h"
#include "store/keyring.h"
#include "store/layout.h"
#include "store/run_cache.h"
#include "store/signed_note.h"

namespace store {

struct LockingOptions {
  base::Millis timeout{2000};
  int attempts_max = 3;
  // Told of every attempt that was lost: `Version conflict on session {id}, attempt {n}`.
  std::function<void(const std::string& message)> on_conflict = [](const std::string&) {};
};

struct UpdateOptions {
  std::optional<std::int64_t> expected_version;  // version_conflict where it is another.
  std::string actor;                             // Who wants it, for the journal: "cli".
  std::string what;                              // What it is, in a word: "set-state".
};

struct Saved {
  model::Run run;
  bool changed = true;  // False: the change left everything as it was, nothing was written.
};

// A note with its verified place in history.
struct VerifiedRun {
  model::Run run;
  base::JsonBox document;  // As signed, without `_signature`.
  std::string signature;
  std::string bytes;               // Of the note.
  std::optional<HeadRecord> head;  // None at a crash right after creation.
};

class RunStore {
 public:
  using Change = std::function<base::Result<model::Run>(model::Run)>;

  // All outlive the store.
  RunStore(os::System system, const Layout& layout, Keyring& keys, Journal& journal,
           LockingOptions locking)
      : system_(system), layout_(layout), keys_(keys), journal_(journal), locking_(locking) {}

  // What the gate asks, without parsing the note where its bytes are those that the head record
  // speaks of. Errors as for `load`.
  base::Result<HeadRecord> summary(const model::RunId& run);

  // not_found, parse_error, signature_invalid, state_rollback, note_missing, no_secret, io. Reading
  // never moves or changes anything.
  base::Result<VerifiedRun> load(const model::RunId& run);

  // The run alone, to look at; from the cache where its note is the one that is kept there. Errors
  // as for `load`.
  base::Result<RunCache::RunView> view(const model::RunId& run);
  // Outlives the store.
  void use_cache(RunCache* cache) { cache_ = cache; }

  // The head record alone, whatever the note is; nothing where it is missing or not to be trusted.
  std::optional<HeadRecord> head(const model::RunId& run);

  // Version 1 of a run; Code::exists where there is one, good or bad.
  base::Result<Saved> create(model::Run run, const UpdateOptions& options);

  // Gives `change` the newest state and saves what it returns as the next version. The error of
  // `change` ends it with nothing written. lock_timeout after the attempts are used up.
  base::Result<Saved> update(const model::RunId& run, const UpdateOptions& options,
                             const Change& change);

  // Writes the head record of a note that is newer than its head; nothing where there is no need.
  base::Result<void> roll_forward(const model::RunId& run);

  // The state as it was at `version`, from the journal; its signature is checked again.
  base::Result<model::Run> at_version(const model::RunId& run, std::int64_t version);

  struct Recovery {
    model::Run run;
    std::int64_t restored_version = 0;  // 0: nothing could be restored, the run starts empty.
    os::Path set_aside;                 // Where the bad note went; empty where there was none.
  };
  // Puts the last good version of the journal in place of a bad or missing note. `repair` gets what
  // was found, or nothing, and the head's mode where the head can be trusted; it gives the run to
  // save. A good note is left alone: Code::refused.
  using Repair = std::function<model::Run(std::optional<model::Run> restored,
                                          const std::optional<HeadRecord>& head)>;
  base::Result<Recovery> recover(const model::RunId& run, const Repair& repair);

  // Every run that has a note, sorted by id.
  std::vector<model::RunId> list();

 private:
  bool is_there(const model::RunId& run);  // Its note or its head, good or bad.
  // Nothing where there is no file; the errors of `load` where there is a bad one.
  base::Result<std::optional<HeadRecord>> read_head(const model::RunId& run);
  base::Result<std::optional<std::string>> read_note(const model::RunId& run);
  base::Result<VerifiedRun> verify(const model::RunId& run, std::optional<HeadRecord> trusted,
                                   std::optional<std::string> note);
  base::Result<std::unique_ptr<os::File>> lock(const model::RunId& run);
  // Everything behind the lock: from the changed run to the head record.
  base::Result<Saved> commit(const VerifiedRun* old, model::Run run, const UpdateOptions& options);
  base::Result<void> void_unfinished(const VerifiedRun& current);
  // A version on its way to the disk.
  struct NewVersion {
    const model::Run& run;
    const SealedNote& note;
    NewEvent event;  // The journal's line.
    bool history_is_there = false;
    const HeadRecord* standing_head = nullptr;  // None: there is none that can be trusted.
  };
  base::Result<void> write_files(const NewVersion& next);
  // A new head file, durable.
  base::Result<void> write_head(const HeadRecord& head, const Key& key);
  // In the place that the standing one leaves free; nobody waits for the disk.
  base::Result<void> write_head_beside(const HeadRecord& standing, const HeadRecord& head,
                                       const Key& key);

  os::System system_;
  const Layout& layout_;
  Keyring& keys_;
  Journal& journal_;
  LockingOptions locking_;
  RunCache* cache_ = nullptr;
};

}  // namespace store
