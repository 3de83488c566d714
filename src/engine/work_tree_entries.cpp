#include "engine/work_tree_entries.h"

#include <algorithm>
#include <string_view>

#include "engine/exclude_list.h"
#include "engine/guarded_places.h"

namespace engine {
namespace {

std::uint32_t number_at(std::string_view index, std::size_t at) {
  constexpr std::size_t kBytes = 4;
  constexpr unsigned kByteBits = 8;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < kBytes; ++i) {
    number = number << kByteBits | static_cast<unsigned char>(index[at + i]);
  }
  return number;
}

}  // namespace

std::optional<std::size_t> place_in_index(std::string_view index, const std::string& path) {
  constexpr std::size_t kLengthMax = 0xFFF;
  for (std::size_t at = index.find(path); at != index.npos; at = index.find(path, at + 1)) {
    const std::size_t end = index.find('\0', at);
    if (end == index.npos || at == 0) return std::nullopt;
    const bool is_whole = end == at + path.size() || index[at + path.size()] == '/';
    const auto length = static_cast<unsigned char>(std::min(end - at, kLengthMax) & 0xFFU);
    if (is_whole && static_cast<unsigned char>(index[at - 1]) == length) return at;
  }
  return std::nullopt;
}

bool is_as_git_wrote_it(std::string_view index, const std::string& path, const os::FileInfo& file) {
  // In front of the path: the entry's fixed part, with a hash of 20 or 32 bytes and two bytes of
  // flags, or four. It has the time of the last change at 8 and the size at 36.
  constexpr std::size_t kFixedBytes[] = {62, 64, 74, 76};
  constexpr std::size_t kTimeAt = 8;
  constexpr std::size_t kNanosAt = 12;
  constexpr std::size_t kSizeAt = 36;
  constexpr std::int64_t kNanosOfSecond = 1'000'000'000;
  const auto at = place_in_index(index, path);
  if (!at) return false;
  for (const std::size_t fixed : kFixedBytes) {
    if (*at < fixed) continue;
    const std::size_t entry = *at - fixed;
    const std::int64_t time =
        number_at(index, entry + kTimeAt) * kNanosOfSecond + number_at(index, entry + kNanosAt);
    const bool is_same_size =
        number_at(index, entry + kSizeAt) == static_cast<std::uint32_t>(file.size);
    if (is_same_size && time == file.mtime_ns) return true;
  }
  return false;
}

WorkTreeEntries::WorkTreeEntries(Stores& stores) {
  os::FileSystem& files = stores.system.files;
  const std::string root = stores.project.root.native();
  const auto exclude = files.read(stores.project.common_dir / "info" / "exclude");
  std::vector<std::string> paths = excluded_by_us(exclude.ok() ? *exclude : "");
  for (const policy::GuardedPlace& place : policy::guarded_places(stores.guard_roots())) {
    const bool is_inside = lies_in(place.path, root) && place.path.size() > root.size() &&
                           !lies_in(place.path, stores.project.common_dir.native());
    if (is_inside) paths.push_back(place.path.substr(root.size() + 1));
  }
  std::sort(paths.begin(), paths.end());
  paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
  const auto index = files.read(stores.project.git_dir / "index");
  for (std::string& path : paths) {
    // What lies below another entry goes and stays with it.
    const bool is_covered =
        std::any_of(entries_.begin(), entries_.end(),
                    [&](const policy::TreeEntry& entry) { return lies_in(path, entry.path); });
    if (is_covered || !files.link_info(stores.project.root / path).ok()) continue;
    const bool is_tracked = index.ok() && place_in_index(*index, path).has_value();
    entries_.push_back({std::move(path), is_tracked});
  }
}

}  // namespace engine
