// Packets that wait, as pieces to be told to a session. Private to the engine.
#pragma once
#include <vector>

#include "engine/stores.h"
#include "policy/briefing.h"

namespace engine {

// Of packets of this worktree's branch first, the newest first; at most 3. Starts no process.
std::vector<policy::BriefingPiece> packet_pieces(Stores& stores);
// Marks them as read by the run, once they were told; fails silently.
void mark_packets_read(Stores& stores, const model::RunId& run);

}  // namespace engine
