// Any bytes where a bundle should be, and any lines that somebody signed: reading never breaks,
// what is unsigned is refused, and no item that comes out leads anywhere but to its own place.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/digest.h"
#include "os/fake.h"
#include "store/bundle_line.h"
#include "store/bundle_reader.h"
#include "store/zstd_stream.h"

namespace {

constexpr store::BundleLimits kSmall{.file_bytes = 1U << 20U,
                                     .bytes = 1U << 22U,
                                     .free_bytes = 1U << 20U,
                                     .ratio = 100,
                                     .line_bytes = 1U << 20U,
                                     .items = 1000};

bool read_all(std::string_view bytes) {
  os::FakeSystem fake;
  fake.files.poke("/bundle", bytes);
  const auto file = fake.files.open("/bundle", {});
  CHECK(file.ok());
  const auto seal = store::check_bundle_seal(**file, kSmall);
  if (!seal.ok()) return false;
  const auto reader = store::BundleReader::open(**file, *seal, kSmall);
  if (!reader.ok()) return false;
  while (true) {
    const auto item = (*reader)->next();
    if (!item.ok()) return false;
    if (!*item) return true;
    CHECK(store::check_bundle_item(**item).ok());
    CHECK((*item)->path.find("..") != 0 && !(*item)->path.starts_with('/'));
    CHECK((*item)->name.find('/') == std::string::npos);
  }
}

const base::SigningKey& signer() {
  static const base::SigningKey kKey(base::SigningSeed{3});
  return kKey;
}

std::string sealed(std::string_view packed, std::uint64_t items) {
  return std::string(packed) + store::bundle_seal_frame(items, base::blake2b(packed), signer());
}

std::string packed(std::string_view lines) {
  std::string bytes;
  store::ZstdWriter writer([&](std::string_view some) -> base::Result<void> {
    bytes += some;
    return {};
  });
  CHECK(writer.write(lines).ok());
  CHECK(writer.finish().ok());
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // Nobody finds a signature by chance.
  CHECK(!read_all(bytes));
  // Packed bytes and lines of a signer who means no good.
  read_all(sealed(bytes, 1));
  const store::BundleHeader header{.made_at = "2026-02-14T10:00:00.000Z",
                                   .machine = store::machine_id_of(signer().public_key()),
                                   .machine_name = "desk",
                                   .key = signer().public_key(),
                                   .project = "0123456789abcdef",
                                   .project_name = "shop"};
  std::uint64_t lines = 0;
  for (const char c : bytes) lines += c == '\n' ? 1 : 0;
  read_all(sealed(packed(store::bundle_header_line(header) + std::string(bytes)), lines));
  read_all(sealed(packed(bytes), lines > 0 ? lines - 1 : 0));
  return 0;
}
