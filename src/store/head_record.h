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
  std::size_t place = 0;            // Of the file's two, the one that it was read from.
};

// What a head must say about this run and note; the journal's part is the caller's.
HeadRecord head_of(const model::Run& run, std::string_view note_bytes,
                   std::string_view note_signature);

std::string head_text(const HeadRecord& head, const Key& key);

// parse_error, signature_invalid or no_secret.
base::Result<HeadRecord> head_from_text(std::string_view text, Keyring& keys);

// A head file has two places, written in turn and over what stands there: whatever happens to one,
// the other holds the head before it, from which the note rolls forward (ADR 10).
constexpr std::size_t kHeadPlaceBytes = 1024;
std::uint64_t head_place_offset(std::size_t place);
// The whole of a place, or of a file whose first place has this head.
std::string head_place(const HeadRecord& head, const Key& key);
std::string head_file(const HeadRecord& head, const Key& key);

// The newest head of a file that can be trusted; where there is none, what is wrong with the
// newest.
base::Result<HeadRecord> head_from_file(std::string_view bytes, Keyring& keys);

}  // namespace store
