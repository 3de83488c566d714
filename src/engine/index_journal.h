// One journal, taken into the index from where it was left. Private to the engine.
#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "base/result.h"
#include "index/index.h"
#include "os/system.h"

namespace engine {

struct JournalPart {
  std::string project_id;
  std::string run;
  os::Path path;
  std::optional<indexing::FileMark> mark;  // None: from the start.
  std::uint64_t bytes_max = 0;             // How much is read before the caller may commit.
};

struct JournalTaken {
  std::size_t events = 0;
  std::size_t skipped = 0;  // Lines that are none of ours.
  bool is_done = true;      // False: there is more behind `bytes_max`.
  std::string first_at;     // Of the first line that was read.
  std::string last_at;      // Of the last one.
  std::string ended_at;     // The same, where that one ended the conversation.
  indexing::FileMark mark;
};

// Whether the file is as the mark says; then there is nothing to do.
bool is_as_marked(const os::FileInfo& info, const indexing::FileMark& mark);

// The time to remember of a file that is read at `now`. 0, which no file has, where it changed so
// shortly before that it may change again without a new time.
std::int64_t settled_mtime_ns(const os::FileInfo& info, base::Instant now);

// The hash of the bytes before `offset`, by which a rewritten file is told.
base::Result<std::string> tail_hash(os::File& file, std::uint64_t offset);

// A journal that does not go on from its mark is forgotten first and taken in as a whole. The mark
// is written by the caller, with whom the transaction is.
base::Result<JournalTaken> ingest_journal(os::System system, indexing::Batch& batch,
                                          const JournalPart& part);

}  // namespace engine
