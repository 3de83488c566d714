// The head record: what the newest note of a run must be, kept outside the project so that an older
// note put back, or a note taken away, is seen. It also says what the gate asks, so that a gate
// need not parse the note. See docs/format/head.md.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "base/time.h"
#include "model/run.h"
#include "store/keyring.h"

namespace store {

struct HeadRecord {
  model::ProjectId project;
  model::RunId run;
  std::int64_t version = 0;
  std::string mode;
  bool protocol_start_complete = false;
  bool protocol_started = false;  // A start protocol was begun in this run.
  bool ended = false;
  std::optional<base::Instant> paused_until;
  std::string note_signature;
  std::uint64_t note_bytes = 0;
  std::string note_hash;            // BLAKE2b-256 of the note's bytes.
  std::uint64_t journal_bytes = 0;  // Where the line of the last state change ends.
  std::string journal_hash;         // The hash of that line.
};

// What a head must say about this run and note; the journal's part is the caller's.
HeadRecord head_of(const model::Run& run, std::string_view note_bytes,
                   std::string_view note_signature);

std::string head_text(const HeadRecord& head, const Key& key);

// parse_error, signature_invalid or no_secret.
base::Result<HeadRecord> head_from_text(std::string_view text, Keyring& keys);

}  // namespace store
