// What sessions left behind (document S3), brought from their mirrors and from the archive into the
// index. All projects share one folder of mirrors, so this is done once for all. Private to the
// engine.
#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "index/index.h"
#include "index/rows.h"
#include "model/session_state.h"
#include "os/system.h"

namespace engine {

struct MirrorIngest {
  std::optional<std::chrono::microseconds> deadline;  // What is left then waits for the next time.
  std::vector<std::string>& problems;
};
// Files that are as they were are not read again; a session whose mirror is gone keeps its rows.
base::Result<void> ingest_mirrors(os::System system, indexing::Index& index,
                                  const MirrorIngest& request);

// Redacted once more: a mirror may be another program's.
indexing::SessionStateRow session_state_row(const model::SessionState& state);

}  // namespace engine
