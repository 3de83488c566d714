// What everyone who touches a mirror's file agrees on. Private to store/.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "store/mirror_store.h"
#include "store/own_file.h"

namespace store {

// The sessions that have a mirror in the folder.
base::Result<std::vector<std::string>> mirrors_in(os::FileSystem& files, const os::Path& folder);

OwnFileRules mirror_rules(const ContinuityPlaces& places);

// Held while a mirror is changed, or moved to the archive.
base::Result<std::unique_ptr<os::File>> lock_mirror(const os::System& system,
                                                    const ContinuityPlaces& places,
                                                    const std::string& session,
                                                    base::Millis timeout);

}  // namespace store
