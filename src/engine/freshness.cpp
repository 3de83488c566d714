#include "engine/freshness.h"

#include "engine/stores.h"

namespace engine {
namespace {

std::optional<os::FileInfo> find_info(os::FileSystem& files, const os::Path& path) {
  auto info = files.link_info(path);
  if (!info.ok()) return std::nullopt;
  return *info;
}

bool is_same(const std::optional<os::FileInfo>& a, const std::optional<os::FileInfo>& b) {
  if (!a || !b) return !a && !b;
  return a->device == b->device && a->inode == b->inode && a->size == b->size &&
         a->mtime_ns == b->mtime_ns;
}

}  // namespace

std::optional<Freshness> Freshness::of(Workspace& workspace, const model::RunId& run) {
  // Coarser than the clock of any file system that we know.
  constexpr std::chrono::milliseconds kInstant{100};
  Stores& stores = workspace.stores();
  const auto newest_kept = std::chrono::duration_cast<std::chrono::nanoseconds>(
      stores.system.clock.now().time_since_epoch() - kInstant);
  Freshness freshness;
  std::vector<os::Path> paths{stores.project.config_file, stores.layout.note(run),
                              stores.layout.head(run), stores.layout.sessions(),
                              stores.protocols.pointer(stores.project.root)};
  for (os::Path& path : paths) {
    auto info = find_info(stores.system.files, path);
    if (info && info->mtime_ns > newest_kept.count()) return std::nullopt;
    freshness.seen_.push_back({std::move(path), std::move(info)});
  }
  return freshness;
}

bool Freshness::holds(os::FileSystem& files) const {
  for (const Seen& seen : seen_) {
    if (!is_same(find_info(files, seen.path), seen.info)) return false;
  }
  return true;
}

}  // namespace engine
