// A JSON file of version "1.0" that the tool users come from reads and writes too. It is edited in
// place and written in that tool's dialect, so that what we know nothing of stays. Private to
// store/.
#pragma once
#include <functional>

#include "base/json.h"
#include "base/result.h"
#include "os/system.h"

namespace store {

struct SharedDocument {
  os::Path file;
  os::Path lock;  // Never removed; its folder is made.
  // What stands for a file that is not there. A member that is an object or a list here is one in
  // every such document, where it is there at all.
  base::JsonBox fresh;
};

// parse_error for what is no such document, unavailable for a version that is not understood;
// not_found, too_large, io. A link in its place is not followed.
base::Result<base::JsonBox> read_shared_document(os::FileSystem& files,
                                                 const SharedDocument& document);

// Lock, read, change, write; waits at most two seconds, then lock_timeout. A file that cannot be
// parsed is first set aside as `….corrupt-<time>` (B4-4); one of a version not understood is left
// alone (unavailable). Nothing is written where `change` changes nothing, or stumbles over a member
// of another type than it thinks (parse_error). The file's mode stays; a new one is 0600.
using DocumentChange = std::function<void(base::Json& document)>;
base::Result<void> update_shared_document(os::System& system, const SharedDocument& document,
                                          const DocumentChange& change);

}  // namespace store
