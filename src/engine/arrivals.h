// The files that patches and archives name, read from their own texts. Private to the engine.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "os/files.h"

namespace engine {

// All that a patch in a common form changes, makes, renames or deletes, without `strip` folders.
std::vector<std::string> files_of_patch(std::string_view text, std::size_t strip);

// The members of an uncompressed tar archive or of a zip file; none where it is neither or cannot
// be read. A compressed one would have to be unpacked.
std::vector<std::string> members_of_archive(os::FileSystem& files, const os::Path& path);

}  // namespace engine
