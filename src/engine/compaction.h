// Compaction in one critical section: history note first, state second. Private to the engine.
#pragma once
#include "engine/stores.h"
#include "model/run.h"

namespace engine {

struct Compacted {
  model::Run run;
  std::int64_t moved = 0;
  std::string note;
};

// To be called inside RunStore::update. A crash behind it leaves a history note that no run speaks
// of; the next sweep takes it away. compaction_not_needed.
base::Result<Compacted> compact_now(Stores& stores, model::Run run);

// The same where it is due, else the run as it is.
base::Result<model::Run> compact_if_due(Stores& stores, model::Run run);

}  // namespace engine
