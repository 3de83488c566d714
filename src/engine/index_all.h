// Every known project, brought into an index: this machine's own or a team's. Private to the
// engine.
#pragma once
#include <chrono>
#include <optional>

#include "engine/index.h"
#include "index/index.h"
#include "os/system.h"

namespace engine {

// The project around the current folder is known from now on, where it has anything for the index.
void remember_current_project(os::System system);
// The same around another folder.
void remember_project_around(os::System system, const os::Path& folder);

// What is left at the deadline waits for the next time. `progress` in bytes of journals.
base::Result<void> ingest_all(os::System system, indexing::Index& index, IndexUpdate& update,
                              const IndexProgress& progress,
                              std::optional<std::chrono::microseconds> deadline = {});

// Words of topics and descriptions, until there are no more of them or the time is over.
base::Result<void> take_in_texts(os::System system, indexing::Index& index,
                                 std::optional<std::chrono::microseconds> deadline = {});

}  // namespace engine
