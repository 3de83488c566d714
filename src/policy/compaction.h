// Keeping a run's note small: old invocations move into a history note, decisions and verdicts
// never do.
#pragma once
#include <vector>

#include "base/result.h"
#include "model/run.h"

namespace policy {

struct CompactionLimits {
  std::size_t threshold = 10;  // More than this many invocations: compact.
  std::size_t keep = 3;        // The newest that stay, besides all in progress.
};

bool needs_compaction(const model::Run& run, const CompactionLimits& limits);

struct Compaction {
  model::Run run;                             // Without the moved ones; no CompactionEntry yet.
  std::vector<model::AgentInvocation> moved;  // Oldest first.
};

// compaction_not_needed ("Compaction not needed") at or below the threshold, or where everything
// that could move is still in progress.
base::Result<Compaction> compact(model::Run run, const CompactionLimits& limits);

}  // namespace policy
