#include "store/branch_view_cache.h"

#include "base/digest.h"
#include "store/archive.h"
#include "store/own_file.h"

// In the nouns' own namespace, where the archive finds them.
namespace model {

using store::archive::Is;

static void pass(auto& archive, Is<RequirementEntry> auto& entry) {
  auto& [satisfied, satisfied_at, satisfied_by, expires_at, triggered, triggered_at, fingerprint,
         pending] = entry;
  archive(satisfied, satisfied_at, satisfied_by, expires_at, triggered, triggered_at, fingerprint,
          pending);
}

static void pass(auto& archive, Is<RequirementRecord> auto& record) {
  auto& [root, own, permanent] = record;
  archive(root, own, permanent);
}

}  // namespace model

namespace store {

constexpr std::string_view kViewMagic = "holdfast-branch-view 1\n";
constexpr std::uint64_t kViewBytesMax = 1024ULL * 1024;

os::Path BranchViewCache::file() const {
  // By hash: an id of a host may be anything.
  constexpr std::size_t kDigits = 24;
  return layout_.requirement_views() / base::to_hex(base::blake2b(session_)).substr(0, kDigits);
}

std::optional<model::BranchView> BranchViewCache::read(std::string_view state) {
  const auto key = keys_.signing();
  if (!key.ok()) return std::nullopt;
  const auto bytes =
      system_.files.read(file(), {.bytes_max = kViewBytesMax, .follow_links = false});
  if (!bytes.ok()) return std::nullopt;
  const auto body = archive::unsealed(kViewMagic, *bytes, **key);
  if (!body) return std::nullopt;
  archive::Reader reader(*body);
  std::string session;
  std::string made_from;
  reader(session, made_from);
  if (session != session_ || made_from != state) return std::nullopt;
  model::BranchView view;
  std::uint32_t count = 0;
  reader(view.branch, view.read_only, count);
  for (std::uint32_t i = 0; i < count && reader.is_good(); ++i) {
    std::string name;
    model::RequirementRecord record;
    reader(name, record);
    view.records.emplace_hint(view.records.end(), std::move(name), std::move(record));
  }
  if (!reader.is_done()) return std::nullopt;
  return view;
}

void BranchViewCache::keep(std::string_view state, const model::BranchView& view) {
  const auto key = keys_.signing();
  if (!key.ok()) return;
  const std::string bytes = archive::sealed(kViewMagic, **key, [&](archive::Writer& writer) {
    writer(session_, std::string(state), view.branch, view.read_only,
           static_cast<std::uint32_t>(view.records.size()));
    for (const auto& [name, record] : view.records) writer(name, record);
  });
  if (bytes.size() <= kViewBytesMax) keep_cache_file(system_, file(), bytes);
}

void BranchViewCache::forget() { [[maybe_unused]] const auto gone = system_.files.remove(file()); }

}  // namespace store
