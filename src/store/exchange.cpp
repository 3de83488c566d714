#include "store/exchange.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "base/json.h"
#include "store/bundle.h"
#include "store/work_store.h"

namespace store {
namespace {

using base::Json;

constexpr const char* kSeenFile = "seen.json";
constexpr std::uint64_t kSeenBytesMax = 16ULL * 1024 * 1024;
constexpr std::size_t kKeptMax = 16;

bool is_hash(std::string_view text) { return base::digest_from_hex(text).has_value(); }

}  // namespace

std::string version_hash(std::string_view text) { return base::to_hex(base::sha256(text)); }

Exchange::Seen Exchange::read() const {
  Seen seen;
  const auto text =
      system_.files.read(folder_ / kSeenFile, {.bytes_max = kSeenBytesMax, .follow_links = false});
  const auto json = text.ok() ? base::parse_json(*text) : text.error();
  if (!json.ok() || !json->is_object()) return seen;
  for (const auto& [path, hashes] : json->items()) {
    if (!is_bundle_path(path) || !hashes.is_array()) continue;
    std::vector<std::string>& list = seen[path];
    for (const Json& hash : hashes) {
      if (hash.is_string() && is_hash(hash.get_ref<const std::string&>())) list.push_back(hash);
    }
    if (list.size() > kBundleSeenMax) {
      list.erase(list.begin(), list.end() - static_cast<std::ptrdiff_t>(kBundleSeenMax));
    }
  }
  return seen;
}

base::Result<void> Exchange::remember(const std::string& path,
                                      const std::vector<std::string>& hashes) const {
  Seen seen = read();
  std::vector<std::string>& list = seen[path];
  if (list == hashes) return {};
  list = hashes;
  TRY(system_.files.make_folders(folder_));
  return system_.files.replace(folder_ / kSeenFile, base::dump_pretty(Json(seen)));
}

base::Result<void> Exchange::keep(std::string_view text) const {
  const os::Path path = folder_ / version_hash(text);
  if (system_.files.link_info(path).ok()) return {};
  TRY(system_.files.make_folders(folder_));
  TRY(system_.files.replace(path, text));
  TRY_ASSIGN(const auto names, system_.files.list(folder_));
  std::vector<std::pair<std::int64_t, std::string>> kept;
  for (const std::string& name : names) {
    const auto info = is_hash(name) ? system_.files.link_info(folder_ / name) : base::Error{};
    if (info.ok()) kept.emplace_back(info->mtime_ns, name);
  }
  std::sort(kept.begin(), kept.end());
  for (std::size_t at = 0; at + kKeptMax < kept.size(); ++at) {
    if (kept[at].second != path.filename()) TRY(system_.files.remove(folder_ / kept[at].second));
  }
  return {};
}

std::optional<std::string> Exchange::kept(const std::string& hash) const {
  if (!is_hash(hash)) return std::nullopt;
  auto text =
      system_.files.read(folder_ / hash, {.bytes_max = kWorkStateBytesMax, .follow_links = false});
  if (!text.ok() || version_hash(*text) != hash) return std::nullopt;
  return *std::move(text);
}

}  // namespace store
