// `holdfast import`: takes in the bundle of another machine, after its signature was found good and
// every item was looked at. See docs/fleet.md and docs/format/bundle.md.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "engine/workspace.h"
#include "os/files.h"

namespace engine {

// Whose bundle it is, as a person is asked about it.
struct BundleSigner {
  std::string fingerprint;
  std::string machine;
  std::string machine_name;  // What it calls itself.
};

struct ImportRequest {
  bool dry_run = false;               // Say what would be, and write nothing.
  std::optional<std::string> accept;  // The fingerprint of a signer that is new here.
  // Asked about a signer that is not known and was not named; none: refused.
  std::function<bool(const BundleSigner& signer)> ask = {};
};

struct ImportCount {
  std::size_t added = 0;
  std::size_t updated = 0;  // Theirs went on from ours.
  std::size_t merged = 0;   // Both had changed.
  std::size_t same = 0;     // Ours is equal, or goes on from theirs.
  std::size_t both = 0;     // They contradict: ours stands, theirs is kept beside it.
};

struct ImportConflict {
  std::string what;   // "2026-02-14_dark-mode_a1b2c3/spec.md"
  std::string place;  // Where theirs is kept.
};

struct ImportReport {
  BundleSigner signer;
  std::string made_at;
  std::string project_name;  // What they call it.
  bool newly_accepted = false;
  bool changed = false;
  ImportCount runs;
  ImportCount work_files;
  ImportCount mirrors;
  ImportCount handoffs;
  std::uint64_t skipped = 0;  // Items that a newer program writes.
  std::vector<ImportConflict> conflicts;
  std::vector<std::string> problems;
};

// Bytes of the file done, and how many there are.
using ImportProgress = std::function<void(std::size_t done, std::size_t total)>;

// Nothing is written before all of it was verified: parse_error, signature_invalid, too_large,
// unavailable for a newer version; untrusted for a signer that nobody accepted.
// Doing it again changes nothing, and finishes what a crash interrupted.
base::Result<ImportReport> import_bundle(Workspace& workspace, os::File& file,
                                         const ImportRequest& request,
                                         const ImportProgress& progress);

// A bundle that comes in pieces, kept on the disk until it is whole. The file goes with this.
class BundleSpool {
 public:
  static base::Result<BundleSpool> open(Workspace& workspace);
  BundleSpool(BundleSpool&& other) noexcept;
  BundleSpool& operator=(BundleSpool&&) = delete;
  ~BundleSpool();

  // too_large beyond what a bundle may have.
  base::Result<void> add(std::string_view bytes);
  os::File& file() { return *temporary_.file; }

 private:
  BundleSpool(os::FileSystem& files, os::TemporaryFile temporary);

  os::FileSystem& files_;
  os::TemporaryFile temporary_;
  std::uint64_t size_ = 0;
};

}  // namespace engine
