// Waiting for an exclusive lock on a file, with a limit.
#pragma once
#include <memory>

#include "base/time.h"
#include "os/clock.h"
#include "os/files.h"
#include "os/random.h"

namespace os {

// Tries until `timeout` has passed, with growing jittered pauses of 0.1 to 1 ms.
// Code::lock_timeout where another holds it all that time.
base::Result<void> lock(File& file, Clock& clock, Random& random, base::Millis timeout);

// A lock file of its own, made where there is none (0600), held until the result is destroyed.
base::Result<std::unique_ptr<File>> lock_file(FileSystem& files, Clock& clock, Random& random,
                                              const Path& path, base::Millis timeout);

}  // namespace os
