// The lines of a bundle as text and back. Private to store/.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/digest.h"
#include "store/bundle.h"

namespace store {

// Each with its newline.
std::string bundle_header_line(const BundleHeader& header);
std::string bundle_item_line(const BundleItem& item);

// parse_error names the member; unavailable where it is of a newer version than we know.
base::Result<BundleHeader> bundle_header_from_line(std::string_view line);
// Nothing for a kind that is not known.
base::Result<std::optional<BundleItem>> bundle_item_from_line(std::string_view line,
                                                              std::size_t line_bytes_max);

// The frame at the end of the file: the count of items and the signature over `digest`, the
// BLAKE2b-256 of all bytes before it.
std::string bundle_seal_frame(std::uint64_t items, const base::Digest& digest,
                              const base::SigningKey& key);

struct ReadSeal {
  BundleSeal seal;  // Its offset is that in `tail`.
  base::Digest digest;
  base::Signature signature;
};
inline constexpr std::size_t kSealBytesMax = 1024;
// `tail`: the end of a file. parse_error where no seal is there, byte for byte as it is written.
base::Result<ReadSeal> bundle_seal_from_tail(std::string_view tail);
bool is_seal_good(const ReadSeal& seal);

}  // namespace store
