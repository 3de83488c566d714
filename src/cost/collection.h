// Brings the ledger up to date: finds the files, reads what is new in them, keeps the outcome.
#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cost/snapshot.h"
#include "cost/transcript_files.h"
#include "os/system.h"

namespace cost {

struct CollectOptions {
  std::vector<Root> roots;
  os::Path snapshot;  // Empty: nothing is kept.
  Basis basis;
  unsigned threads = 2;
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // In bytes.
};

struct Collection {
  std::unique_ptr<SnapshotBytes> bytes;  // Borrowed by the ledger.
  std::unique_ptr<Ledger> ledger;
  std::uint64_t bytes_read = 0;
  std::vector<std::string> problems;  // What could not be read; the rest is there.
};

// The outcome is the same whatever was kept, in whatever order the files were read and by however
// many threads.
Collection collect(os::System system, const CollectOptions& options);

}  // namespace cost
