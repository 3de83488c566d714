// A run's journal: one line an event, one write a line, each line chained to the one before it and
// under a MAC. Append-only; the audit trail, and the source of `session at` and of the index.
// See docs/format/journal.md.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/time.h"
#include "model/journal_event.h"
#include "os/system.h"
#include "store/head_record.h"
#include "store/keyring.h"
#include "store/layout.h"

namespace store {

// What the caller knows of an event; the journal adds number, time, chain and MAC.
struct NewEvent {
  std::string kind;
  std::string actor;
  base::JsonBox payload;  // An object. Texts of the host are redacted already.
};

struct Appended {
  std::uint64_t seq = 0;
  std::string line;       // Without its newline; journal_line_hash gives its hash.
  std::uint64_t end = 0;  // Bytes of the journal up to and with the line.
};

struct AppendOptions {
  bool sync = false;
  base::Millis lock_timeout{2000};
};

// Something that a line or the journal as a whole should not be.
struct JournalFinding {
  std::uint64_t line = 0;  // From 1; 0 for the journal as a whole.
  std::string message;
  bool fatal = true;  // False: worth knowing, but no sign of tampering.
};

class Journal {
 public:
  // All three outlive the journal.
  Journal(os::System system, const Layout& layout, Keyring& keys)
      : system_(system), layout_(layout), keys_(keys) {}

  // Adds a line. A line that a crash left half-written is taken away first, and that is recorded.
  base::Result<Appended> append(const model::RunId& run, const NewEvent& event,
                                const AppendOptions& options);

  // Calls `visit` for every whole line from byte `offset` on, oldest first, until it returns false.
  // A missing journal has no lines. A line that cannot be parsed is skipped.
  base::Result<void> read(const model::RunId& run, std::uint64_t offset,
                          const std::function<bool(const model::JournalEvent&)>& visit);

  // The same for the lines whose kind begins so; others are passed over without being taken apart,
  // since a turn writes many of them.
  base::Result<void> read_kind(const model::RunId& run, std::uint64_t offset,
                               std::string_view kind_begins,
                               const std::function<bool(const model::JournalEvent&)>& visit);

  // Checks every line's number, chain and MAC, and that the line the head speaks of is there.
  base::Result<std::vector<JournalFinding>> verify(const model::RunId& run,
                                                   const std::optional<HeadRecord>& head);

  // 0 where there is none.
  std::uint64_t size(const model::RunId& run);
  // Every run that has a journal, sorted by id.
  std::vector<model::RunId> list();

 private:
  os::System system_;
  const Layout& layout_;
  Keyring& keys_;
};

}  // namespace store
