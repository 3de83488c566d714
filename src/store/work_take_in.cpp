// Files of a work session that came from another machine, and those that go there.
#include "base/id.h"
#include "os/lock.h"
#include "store/bundle.h"
#include "store/layout.h"
#include "store/work_files.h"
#include "store/work_store.h"
#include "store/work_text.h"

namespace store {
namespace {

constexpr std::size_t kFilesMax = 1000;

// What is there; nothing where nothing is. A link or a folder in its place is refused.
base::Result<std::optional<std::string>> text_of_file(os::FileSystem& files, const os::Path& path) {
  const auto info = files.link_info(path);
  if (!info.ok() && info.error().code == base::Code::not_found) return std::optional<std::string>();
  TRY(info);
  if (info->kind != os::FileKind::regular) {
    return base::Error{base::Code::refused, path.native() + ": is not a regular file", ""};
  }
  TRY_ASSIGN(std::string text,
             files.read(path, {.bytes_max = kBundleFileBytesMax, .follow_links = false}));
  return std::optional(std::move(text));
}

// Every folder on the way down from `top` is one, and no link; those that are missing are made
// where `makes` says so.
base::Result<void> walk_down(os::FileSystem& files, const os::Path& top, const os::Path& relative,
                             bool makes) {
  os::Path at = top;
  for (const os::Path& part : relative) {
    at /= part;
    const auto info = files.link_info(at);
    if (info.ok() && info->kind == os::FileKind::folder) continue;
    if (info.ok()) return base::Error{base::Code::refused, at.native() + ": is no folder", ""};
    if (info.error().code != base::Code::not_found) return info.error();
    if (!makes) return {};
    const auto made = files.make_folder(at, kWorkFolderMode);
    if (!made.ok() && made.error().code != base::Code::exists) return made;
  }
  return {};
}

void list_below(os::FileSystem& files, const os::Path& folder, const std::string& prefix,
                WorkStore::Files& found) {
  const auto names = files.list(folder);
  if (!names.ok()) return;
  for (const std::string& name : *names) {
    const std::string path = prefix + name;
    const auto info = files.link_info(folder / name);
    if (!info.ok()) continue;
    if (info->kind == os::FileKind::folder) {
      list_below(files, folder / name, path + "/", found);
      continue;
    }
    const bool is_taken = info->kind == os::FileKind::regular && is_bundle_path(path) &&
                          info->size <= kBundleFileBytesMax && found.paths.size() < kFilesMax;
    (is_taken ? found.paths : found.left_out).push_back(path);
  }
}

}  // namespace

WorkStore::Files WorkStore::files_of(const WorkFolder& folder) const {
  Files found;
  list_below(system_.files, folder.path, "", found);
  return found;
}

base::Result<std::string> WorkStore::read_file(const WorkFolder& folder,
                                               const std::string& path) const {
  TRY_ASSIGN(const os::Path file, artifact_file(system_.files, folder, path));
  return system_.files.read(file, {.bytes_max = kBundleFileBytesMax, .follow_links = false});
}

base::Result<bool> WorkStore::take_in(const FileName& file, const TakeOptions& options,
                                      const Decide& decide) const {
  if (!base::is_safe_id(file.slug) || !is_bundle_path(file.path)) {
    return base::Error{base::Code::invalid_value, file.slug + ": no file of a work session", ""};
  }
  os::FileSystem& files = system_.files;
  if (!options.dry_run) TRY(make_root());
  const auto root = real_root();
  const bool is_rootless = !root.ok() && root.error().code == base::Code::not_found;
  if (!root.ok() && !is_rootless) return root.error();
  const os::Path top = is_rootless ? places_.root : *root;
  const os::Path folder = top / file.slug;
  std::unique_ptr<os::File> held;
  if (!options.dry_run) {
    TRY_ASSIGN(held, lock(folder, options.lock_timeout));
  }
  const os::Path relative(file.path);
  const os::Path down = os::Path(file.slug) / relative.parent_path();
  TRY(walk_down(files, top, down, false));
  const os::Path target = folder / relative;
  TRY_ASSIGN(const auto current, text_of_file(files, target));
  TRY_ASSIGN(const auto wanted, decide(current));
  if (!wanted || wanted == current) return false;
  if (file.path == kWorkStateFile) TRY(parse_work_text(*wanted, file.slug));
  if (options.dry_run) return true;
  TRY(walk_down(files, top, down, true));
  // Git and editors know nothing of the lock.
  TRY_ASSIGN(const auto now, text_of_file(files, target));
  if (now != current) {
    return base::Error{base::Code::version_conflict,
                       target.native() + ": is being changed by something else",
                       "Try again in a moment."};
  }
  TRY(files.replace(target, *wanted, {.mode = work_mode_of(files, target)}));
  return true;
}

}  // namespace store
