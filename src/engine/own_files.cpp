#include "engine/own_files.h"

#include <algorithm>

#include "engine/exclude_list.h"
#include "engine/protocol_projection.h"
#include "engine/work_tree_entries.h"

namespace engine {
namespace {

using store::KeptFile;
using store::TakenAway;

constexpr std::uint64_t kOwnFileBytesMax = 256 * 1024;

// Whether a name may have vanished after `since`: its folder, or what is left of the way there, was
// changed then.
bool may_be_gone_since(os::FileSystem& files, os::Path path, base::Instant since) {
  while (path.has_relative_path()) {
    path = path.parent_path();
    if (files.link_info(path).ok()) return was_changed_since(files, path, since);
  }
  return true;
}

// A tracked file but the marker is the project's own matter.
bool is_our_matter(const KeptFile& file) { return !file.is_tracked || file.path == marker_name(); }

// A relative path that stays below its root.
bool is_path_inside(const std::string& path) {
  const os::Path relative(path);
  return !path.empty() && !relative.is_absolute() &&
         std::none_of(relative.begin(), relative.end(), [](const os::Path& part) {
           return part == ".." || part == "." || part.empty();
         });
}

// Makes the folders below the root; a link on the way leads nobody knows where.
base::Result<void> make_way(os::FileSystem& files, const os::Path& root, const std::string& path) {
  constexpr std::uint32_t kFolderMode = 0755;
  os::Path folder = root;
  for (const os::Path& part : os::Path(path).parent_path()) {
    folder /= part;
    const auto info = files.link_info(folder);
    if (info.ok() && info->kind == os::FileKind::folder) continue;
    if (info.ok() || info.error().code != base::Code::not_found) {
      return base::Error{base::Code::io, folder.native() + " is no folder", ""};
    }
    TRY(files.make_folder(folder, kFolderMode));
  }
  return {};
}

base::Result<void> put_back(Stores& stores, const os::Path& root, const KeptFile& file) {
  if (!is_path_inside(file.path)) {
    return base::Error{base::Code::io, file.path + " leads out of the work tree", ""};
  }
  const auto bytes = kept_files(stores).bytes_of(file);
  if (!bytes) return base::Error{base::Code::not_found, file.path + ": no copy is left", ""};
  TRY(make_way(stores.system.files, root, file.path));
  return stores.system.files.create(root / file.path, *bytes, file.mode);
}

// The names below the root that copies are kept of.
std::vector<std::string> names_to_keep(Stores& stores, const std::vector<std::string>& more) {
  std::vector<std::string> names{marker_name()};
  if (stores.project.common_dir.empty()) {
    const auto before = kept_files(stores).list(marker_root(stores.project));
    for (const KeptFile& file : before.value_or(std::vector<KeptFile>())) {
      names.push_back(file.path);
    }
    std::copy_if(more.begin(), more.end(), std::back_inserter(names), is_path_inside);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
  }
  const auto exclude = stores.system.files.read(stores.project.common_dir / "info" / "exclude");
  for (std::string& name : excluded_by_us(exclude.ok() ? *exclude : "")) {
    // Copies of the state are written anew by themselves.
    const auto& projections = projection_exclude_lines();
    const bool is_projection =
        std::find(projections.begin(), projections.end(), "/" + name) != projections.end();
    if (!is_projection && is_path_inside(name)) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace

store::KeptFiles kept_files(Stores& stores) {
  return {stores.system, stores.project.local, stores.keys};
}

os::Path marker_root(const store::Project& project) {
  return project.config_file.parent_path().parent_path();
}

std::string marker_name() { return store::config_path("").native(); }

store::Project worktree_of_marker(const store::Project& project) {
  store::Project own = project;
  if (marker_root(project) != project.root) own.git_dir = project.common_dir;
  return own;
}

std::string git_index(Stores& stores) {
  const store::Project own = worktree_of_marker(stores.project);
  if (own.git_dir.empty()) return "";
  auto index = stores.system.files.read(own.git_dir / "index");
  return index.ok() ? *std::move(index) : std::string();
}

bool is_file_gone(os::FileSystem& files, const os::Path& path) {
  const auto info = files.link_info(path);
  return !info.ok() && info.error().code == base::Code::not_found;
}

std::vector<std::string> gone_since(Stores& stores, const os::Path& root,
                                    const std::vector<KeptFile>& kept, base::Instant since) {
  os::FileSystem& files = stores.system.files;
  std::vector<std::string> gone;
  for (const KeptFile& file : kept) {
    const os::Path path = root / file.path;
    if (!is_our_matter(file) || !is_file_gone(files, path)) continue;
    // The marker was there when the call began.
    const bool is_of_call = file.path == marker_name() || may_be_gone_since(files, path, since);
    if (is_of_call) gone.push_back(path.native());
  }
  return gone;
}

bool was_changed_since(os::FileSystem& files, const os::Path& path, base::Instant since) {
  // Not every disk's clock is as fine as ours.
  constexpr std::chrono::seconds kSlack{2};
  const auto info = files.link_info(path);
  return info.ok() &&
         std::chrono::nanoseconds(info->mtime_ns) >= (since - kSlack).time_since_epoch();
}

std::vector<std::string> emptied_files(Stores& stores, const os::Path& root,
                                       const std::vector<KeptFile>& kept) {
  constexpr std::string_view kOurProgram = "holdfast";
  std::vector<std::string> emptied;
  for (const KeptFile& file : kept) {
    const os::Path path = root / file.path;
    const auto info = stores.system.files.link_info(path);
    const bool is_untouched = !info.ok() || info->mtime_ns == file.mtime_ns;
    // The marker's text is judged by its keys.
    if (is_untouched || file.is_tracked || file.path == marker_name()) continue;
    const auto before = kept_files(stores).bytes_of(file);
    const auto now =
        stores.system.files.read(path, {.bytes_max = kOwnFileBytesMax, .follow_links = false});
    const bool named_us = before && before->find(kOurProgram) != std::string::npos;
    if (named_us && now.ok() && now->find(kOurProgram) == std::string::npos) {
      emptied.push_back(path.native());
    }
  }
  return emptied;
}

bool is_mended(const TakenAway& taken) { return taken.mended.size() == taken.files.size(); }

base::Result<void> mend(Stores& stores, TakenAway& taken) {
  const os::Path root = marker_root(stores.project);
  const auto kept = kept_files(stores).list(root);
  if (!kept) return base::Error{base::Code::not_found, "no copies are left", ""};
  base::Result<void> all;
  for (const KeptFile& file : *kept) {
    const std::string path = (root / file.path).native();
    const bool is_taken =
        std::find(taken.files.begin(), taken.files.end(), path) != taken.files.end();
    const bool is_there =
        std::find(taken.mended.begin(), taken.mended.end(), path) != taken.mended.end();
    if (!is_taken || is_there) continue;
    if (file.is_tracked) {
      all = base::Error{base::Code::failed, path + " is for git to put back",
                        "`git restore " + file.path + "` does."};
      continue;
    }
    auto done = put_back(stores, root, file);
    // Somebody else was quicker.
    if (done.ok() || done.error().code == base::Code::exists) {
      taken.mended.push_back(path);
    } else {
      all = std::move(done);
    }
  }
  return all;
}

void keep_own_files(Stores& stores, const std::vector<std::string>& more) {
  if (stores.project.keeps_last_config) return;
  os::FileSystem& files = stores.system.files;
  const os::Path root = marker_root(stores.project);
  const std::string index = git_index(stores);
  std::vector<store::FileToKeep> found;
  for (std::string& name : names_to_keep(stores, more)) {
    const os::Path path = root / name;
    const auto info = files.link_info(path);
    if (!info.ok() || info->kind != os::FileKind::regular) continue;
    // Behind a link it is a file of elsewhere.
    const auto real = files.real_path(path);
    if (!real.ok() || *real != path) continue;
    auto bytes = files.read(path, {.bytes_max = kOwnFileBytesMax, .follow_links = false});
    if (!bytes.ok()) continue;
    const bool is_tracked = place_in_index(index, name).has_value();
    found.push_back({std::move(name), *std::move(bytes), info->mode, is_tracked, info->mtime_ns});
  }
  [[maybe_unused]] const auto kept = kept_files(stores).keep(root, found);
}

}  // namespace engine
