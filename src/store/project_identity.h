// A project keeps its id when its folder is moved: its head records, its trust and its rows in the
// index are found by it. See ADR 22.
//
// The id is made of the path. `<local>/place` says where the project was seen last; where that is
// elsewhere and the project is there no more, its folder was moved, and `<local>/identity` carries
// the old id on. Where the old place still has it, this is a copy and becomes a project of its own.
// Both files are under a MAC.
#pragma once
#include "store/keyring.h"
#include "store/project.h"
#include "store/project_registry.h"

namespace store {

// The id that a moved project brought along; the one given for all others. One failed open on the
// path of a gate.
model::ProjectId identity_of(os::FileSystem& files, const Project& project, Keyring& keys);

// Whether the project was seen elsewhere last.
bool was_moved(os::FileSystem& files, const Project& project, Keyring& keys);

struct Identity {
  model::ProjectId id;
  bool was_moved = false;  // Just found out.
};
// Finds out whether the project was moved and writes down where it is now, here and in the
// registry. For the beginning of a session and for commands; `project` is find_project's.
base::Result<Identity> settle_identity(os::System system, const Homes& homes,
                                       const Project& project, Keyring& keys);

}  // namespace store
