// What a session did since it was last looked at, read from its journal: the source of its topics,
// learnings and procedures. Private to the engine.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/stores.h"
#include "model/session_state.h"
#include "policy/topics.h"

namespace engine {

struct SessionSignals {
  std::uint64_t offset = 0;  // Of the journal: where to begin, and then where to go on.
  policy::TopicCounter topics;
  std::vector<std::string> learnings;  // Memories that were written, and those that were told.
  std::vector<model::ConfidenceUpdate> confidence;
  std::vector<model::SopInteraction> sops;  // Skills that were used, guides that were shown.
};

// Adds what the journal says from `signals.offset` on. Of a long part only the end is read: what a
// turn did last tells most about it, and a hook must not wait for the rest.
void read_signals(Stores& stores, const model::RunId& run, SessionSignals& signals);

// The journal's event of a signal that another program told; see engine::record_signal.
inline constexpr const char* kSignalKind = "signal";

}  // namespace engine
