// What was scanned before, kept so that the next run reads only what is new.
//
// One file, written as a whole and never changed: a header, the ledger's plain parts, then the
// table of requests. All is as it lies in memory on this kind of machine; a file of another kind,
// version or build is not ours and counts as absent. The plain parts have one check sum, each
// record of the table its own. It can always be made again, so it is not synced, and the last
// writer wins.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "cost/ledger.h"
#include "os/files.h"

namespace cost {

// What a loaded ledger borrows its texts from; it outlives the ledger.
struct SnapshotBytes {
  std::vector<char> texts;
};

struct LoadedSnapshot {
  Ledger ledger;
  std::uint64_t basis_id = 0;  // Of the rows.
};

// Nothing where there is none that can be used.
std::optional<LoadedSnapshot> load_snapshot(os::FileSystem& files, const os::Path& path,
                                            const Basis& basis, SnapshotBytes& bytes);

base::Result<void> save_snapshot(os::FileSystem& files, const os::Path& path, Ledger& ledger);

}  // namespace cost
