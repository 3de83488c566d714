#include "engine/work_tree_entries.h"

#include <algorithm>
#include <string_view>

#include "engine/exclude_list.h"
#include "engine/guarded_places.h"

namespace engine {
namespace {

// An entry of git's index has its path behind two bytes that end in the path's length, and a zero
// behind it. A folder is tracked where a file below it is. Version 4 shortens paths: what is not
// found there counts as not tracked.
bool is_in_index(std::string_view index, const std::string& path) {
  constexpr std::size_t kLengthMax = 0xFFF;
  for (std::size_t at = index.find(path); at != index.npos; at = index.find(path, at + 1)) {
    const std::size_t end = index.find('\0', at);
    if (end == index.npos || at == 0) return false;
    const bool is_whole = end == at + path.size() || index[at + path.size()] == '/';
    const auto length = static_cast<unsigned char>(std::min(end - at, kLengthMax) & 0xFFU);
    if (is_whole && static_cast<unsigned char>(index[at - 1]) == length) return true;
  }
  return false;
}

}  // namespace

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
    const bool is_tracked = index.ok() && is_in_index(*index, path);
    entries_.push_back({std::move(path), is_tracked});
  }
}

}  // namespace engine
