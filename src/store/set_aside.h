// A file that must make room for another is kept beside it, under a name that says why and when.
#pragma once
#include <string_view>

#include "os/system.h"

namespace store {

// `path` becomes `<path>.<why>-<UTC>` ("main.json.corrupt-20260118T093000Z"), which survives a
// power cut; never over an earlier one. Returns the new path. The caller holds the file's lock.
base::Result<os::Path> set_aside(os::System system, const os::Path& path, std::string_view why);

}  // namespace store
