// Past sessions of the protocol as <local>/protocol/history.jsonl keeps them. Private to the
// engine.
#pragma once
#include "engine/protocol.h"
#include "engine/stores.h"

namespace engine {

PastSession past_session_of(const model::Run& run);
base::Json to_json(const PastSession& past);
PastSession past_session_from_json(const base::Json& json);

// Newest first; of one id the last line counts. `limit` 0: all.
std::vector<PastSession> local_history(Stores& stores, std::size_t limit);

}  // namespace engine
