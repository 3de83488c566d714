// Where the index lies, and opening it so that a bad file never stops anybody. Private to the
// engine.
#pragma once
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "index/index.h"
#include "os/system.h"

namespace engine {

// HOLDFAST_INDEX_PATH, the person's index.path, with OpenClaw's layout its brain.db, else
// <data home>/holdfast/holdfast.db. unavailable where no home is known.
base::Result<os::Path> index_path(os::System system);

// Opens it, or makes it. The errors of index.h.
base::Result<std::unique_ptr<indexing::Index>> open_index(os::System system, const os::Path& path);
// not_found where there is none.
base::Result<std::unique_ptr<indexing::Index>> open_existing_index(os::System system,
                                                                   const os::Path& path);

// One process at a time makes the index anew or sets it aside.
base::Result<std::unique_ptr<os::File>> lock_index(os::System system, const os::Path& path);

// Gives `use` the index. One that turns out to be damaged is set aside as `….corrupt-<UTC>`, a new
// one is made, and `use` is asked once more; `problems` is told.
using IndexUse = std::function<base::Result<void>(indexing::Index& index)>;
base::Result<void> with_index(os::System system, std::vector<std::string>& problems,
                              const IndexUse& use);

// The file and those that SQLite keeps beside it.
std::vector<os::Path> index_files(const os::Path& path);

}  // namespace engine
