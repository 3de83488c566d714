#include "os/folder_look.h"

#include <algorithm>

namespace os {
namespace {

bool is_same(const FileInfo& a, const FileInfo& b) {
  return a.inode == b.inode && a.size == b.size && a.mtime_ns == b.mtime_ns;
}

}  // namespace

base::Result<void> FolderLook::add(const Path& folder) {
  if (folders_.contains(folder)) return {};
  Folder fresh;
  TRY_ASSIGN(fresh.info, files_.info(folder));
  if (fresh.info.kind != FileKind::folder) {
    return base::Error{base::Code::not_found, folder.native() + ": not a folder", ""};
  }
  TRY(list(folder, fresh, nullptr));
  folders_.emplace(folder, std::move(fresh));
  return {};
}

// Names that came and names that went.
base::Result<void> FolderLook::list(const Path& path, Folder& folder,
                                    std::vector<FolderChange>* changes) {
  TRY_ASSIGN(const auto names, files_.list(path));
  for (const std::string& name : names) {
    if (folder.files.contains(name)) continue;
    const auto info = files_.link_info(path / name);
    if (!info.ok()) continue;
    folder.files.emplace(name, Seen{*info});
    if (changes != nullptr) changes->push_back({path, name});
  }
  for (auto seen = folder.files.begin(); seen != folder.files.end();) {
    if (std::binary_search(names.begin(), names.end(), seen->first)) {
      ++seen;
      continue;
    }
    if (changes != nullptr) changes->push_back({path, seen->first});
    seen = folder.files.erase(seen);
  }
  return {};
}

void FolderLook::look_at_files(const Path& path, Folder& folder,
                               std::vector<FolderChange>& changes) {
  const bool is_slow_look = folder.looks % kSlowLooks == 0;
  for (auto& [name, seen] : folder.files) {
    if (seen.quiet_looks >= kQuietLooks && !is_slow_look) continue;
    ++seen.quiet_looks;
    const auto info = files_.link_info(path / name);
    if (!info.ok() || is_same(*info, seen.info)) continue;
    seen = {*info};
    changes.push_back({path, name});
  }
}

std::vector<FolderChange> FolderLook::look() {
  std::vector<FolderChange> changes;
  for (auto folder = folders_.begin(); folder != folders_.end();) {
    const Path& path = folder->first;
    Folder& known = folder->second;
    ++known.looks;
    const auto info = files_.info(path);
    if (!info.ok() || info->kind != FileKind::folder) {
      changes.push_back({path, ""});
      folder = folders_.erase(folder);
      continue;
    }
    look_at_files(path, known, changes);
    const bool is_changed = !is_same(*info, known.info) || known.looks % kSlowLooks == 0;
    // One that cannot be listed just now is listed the next time.
    if (is_changed && list(path, known, &changes).ok()) known.info = *info;
    ++folder;
  }
  return changes;
}

}  // namespace os
