// Bundles in memory, good ones and such as nobody honest would make, for tests.
#pragma once
#include <string>
#include <vector>

#include "base/check.h"
#include "base/digest.h"
#include "os/fake.h"
#include "store/bundle_line.h"
#include "store/bundle_reader.h"
#include "store/bundle_writer.h"
#include "store/zstd_stream.h"

namespace store {

inline const std::string kBundleRun = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";

inline const base::SigningKey& bundle_key() {
  static const base::SigningKey kKey(base::SigningSeed{7});
  return kKey;
}

inline BundleHeader bundle_header() {
  return {.made_at = "2026-02-14T10:00:00.000Z",
          .machine = machine_id_of(bundle_key().public_key()),
          .machine_name = "desk",
          .key = bundle_key().public_key(),
          .project = "0123456789abcdef",
          .project_name = "shop"};
}

inline std::string bundle_of(const std::vector<BundleItem>& items) {
  std::string bytes;
  BundleWriter writer([&](std::string_view some) -> base::Result<void> {
    bytes += some;
    return {};
  });
  CHECK(writer.begin(bundle_header()).ok());
  for (const BundleItem& item : items) CHECK(writer.add(item).ok());
  CHECK(writer.seal(bundle_key()).ok());
  return bytes;
}

// Signed as it should be, whatever the lines say.
inline std::string sealed_lines(const std::string& lines, std::uint64_t items) {
  std::string bytes;
  ZstdWriter packed([&](std::string_view some) -> base::Result<void> {
    bytes += some;
    return {};
  });
  CHECK(packed.write(lines).ok());
  CHECK(packed.finish().ok());
  return bytes + bundle_seal_frame(items, base::blake2b(bytes), bundle_key());
}

// Everything in it, or what is wrong with it.
inline base::Result<std::vector<BundleItem>> items_of(const std::string& bytes,
                                                      const BundleLimits& limits = {}) {
  os::FakeSystem fake;
  fake.files.poke("/bundle", bytes);
  TRY_ASSIGN(const auto file, fake.files.open("/bundle", {}));
  TRY_ASSIGN(const BundleSeal seal, check_bundle_seal(*file, limits));
  TRY_ASSIGN(const auto reader, BundleReader::open(*file, seal, limits));
  std::vector<BundleItem> items;
  while (true) {
    TRY_ASSIGN(auto item, reader->next());
    if (!item) return items;
    items.push_back(*std::move(item));
  }
}

}  // namespace store
