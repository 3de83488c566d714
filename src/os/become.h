// One program takes the place of another, in the same process.
#pragma once
#include <string>
#include <vector>

#include "base/result.h"
#include "os/files.h"

namespace os {

// The file that this process runs, with links followed; empty where the system does not tell.
Path own_program();

// Runs `program` with these arguments in this process, with its environment and open streams.
// Returns only where that failed: not_found, or io.
base::Error become(const Path& program, const std::vector<std::string>& arguments);

}  // namespace os
