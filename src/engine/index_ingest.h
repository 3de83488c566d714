// One project's files, brought into the index: what changed since the last time. Private to the
// engine.
#pragma once
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "engine/index.h"
#include "engine/known_projects.h"
#include "index/index.h"
#include "os/system.h"
#include "store/project.h"

namespace engine {

struct IngestRequest {
  KnownProject known;
  store::Project project;
  std::optional<std::chrono::microseconds> deadline;  // What is left then waits for the next time.
  std::function<void(std::uint64_t bytes)> progress = {};  // Of journals, as they are taken in.
  const std::atomic<bool>* is_stopped = nullptr;  // As a deadline that passes when it is set.
};

// Work sessions, runs, aliases, past sessions of the protocol, requirements and journals, in
// transactions that each leave the index as it was at some moment.
base::Result<IndexUpdate> ingest_project(os::System system, indexing::Index& index,
                                         const IngestRequest& request);

// Notes and journals of these runs alone, in one transaction: nothing of it grows with the number
// of runs that the project has. The project must have been taken in once.
base::Result<IndexUpdate> ingest_runs(os::System system, indexing::Index& index,
                                      const IngestRequest& request,
                                      const std::vector<std::string>& runs);

// How many bytes of the project's journals are not in the index.
base::Result<std::uint64_t> journal_bytes_behind(os::System system, indexing::Index& index,
                                                 const KnownProject& known);

// A project whose folder is gone keeps its rows, marked.
base::Result<void> mark_project_missing(os::System system, indexing::Index& index,
                                        const std::string& project_id);

}  // namespace engine
