// Reads a bundle that anybody may have made: first whether it is as its signer left it, then item
// by item. Nothing is unpacked before the signature was found good. See docs/format/bundle.md.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.h"
#include "os/files.h"
#include "store/bundle.h"

namespace store {

// Whose bundle it is. parse_error where it is none, signature_invalid where a byte of it was
// changed, too_large, io.
base::Result<BundleSeal> check_bundle_seal(os::File& file, const BundleLimits& limits = {});

class BundleReader {
 public:
  // The header is read. The file outlives this and has not changed since its seal was checked.
  static base::Result<std::unique_ptr<BundleReader>> open(os::File& file, const BundleSeal& seal,
                                                          const BundleLimits& limits = {});
  BundleReader(const BundleReader&) = delete;
  BundleReader& operator=(const BundleReader&) = delete;
  ~BundleReader();

  const BundleHeader& header() const;
  // Nothing at the end. parse_error, also for a name that leads elsewhere and for an item that
  // comes twice; too_large. The parts of a journal follow each other without a gap.
  base::Result<std::optional<BundleItem>> next();

  std::uint64_t skipped() const;     // Items of kinds that a newer program writes.
  std::uint64_t bytes_read() const;  // Of the file.

 private:
  struct State;
  explicit BundleReader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace store
