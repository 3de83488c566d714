// What a model was told of its session's state, when and at what cost. Private to the engine.
#pragma once
#include <string>
#include <vector>

#include "engine/continuity.h"
#include "engine/stores.h"
#include "policy/briefing.h"

namespace engine {

// What an answer carries; nothing where `pieces` is empty.
struct Told {
  std::string event;   // "session_start"
  std::string source;  // "compact"
  std::vector<policy::ToldPiece> pieces;
  std::uint64_t bytes = 0;
  std::uint64_t left_out = 0;
  bool has_preamble = false;
  bool has_packets = false;
};

// Once the answer has gone out (B3-23): the pieces are not told again, and the journal has what it
// cost. Fails open.
void note_told(Stores& stores, const model::RunId& run, const Told& told);

// The hashes of what was told since the last compaction, from the journal: for a session that goes
// on after its end.
std::vector<std::string> told_before(Stores& stores, const model::RunId& run);

}  // namespace engine
