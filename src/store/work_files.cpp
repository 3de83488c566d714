#include "store/work_files.h"

#include <algorithm>

#include "base/id.h"
#include "store/layout.h"

namespace store {
namespace {

base::Error refused(std::string_view artifact) {
  return {base::Code::refused,
          "artifacts: \"" + std::string(artifact) + "\" is no file of the session's folder", ""};
}

// Relative, without a step up. What it means is asked of the disk afterwards.
bool is_plain_path(std::string_view artifact) {
  const os::Path path(artifact);
  if (artifact.empty() || artifact.find('\0') != std::string_view::npos || path.is_absolute()) {
    return false;
  }
  return std::none_of(path.begin(), path.end(), [](const os::Path& part) { return part == ".."; });
}

}  // namespace

bool is_inside(const os::Path& folder, const os::Path& path) {
  const auto [end, at] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end();
}

base::Result<os::Path> artifact_file(os::FileSystem& files, const WorkFolder& folder,
                                     std::string_view artifact) {
  if (!is_plain_path(artifact)) return refused(artifact);
  TRY_ASSIGN(const os::Path real, files.real_path(os::normalised(folder.path, artifact)));
  if (!is_inside(folder.path, real)) return refused(artifact);
  TRY_ASSIGN(const os::FileInfo info, files.link_info(real));
  if (info.kind != os::FileKind::regular) return refused(artifact);
  return real;
}

base::Result<os::Path> artifact_target(os::FileSystem& files, const WorkFolder& folder,
                                       std::string_view artifact) {
  if (!is_plain_path(artifact)) return refused(artifact);
  const os::Path path = os::normalised(folder.path, artifact);
  TRY_ASSIGN(const os::Path parent, files.real_path(path.parent_path()));
  if (!is_inside(folder.path, parent) || path == folder.path) return refused(artifact);
  os::Path target = parent / path.filename();
  const auto info = files.link_info(target);
  if (info.ok() && info->kind != os::FileKind::regular) return refused(artifact);
  if (!info.ok() && info.error().code != base::Code::not_found) return info.error();
  return target;
}

std::uint32_t work_mode_of(os::FileSystem& files, const os::Path& file) {
  const auto info = files.link_info(file);
  return info.ok() ? info->mode : kWorkFileMode;
}

base::Result<os::Path> WorkStore::real_root() const {
  TRY_ASSIGN(os::Path root, system_.files.real_path(places_.root));
  if (places_.tree.empty()) return root;
  TRY_ASSIGN(const os::Path tree, system_.files.real_path(places_.tree));
  if (is_inside(tree, root)) return root;
  return base::Error{base::Code::refused,
                     places_.root.native() + ": leads out of " + places_.tree.native(), ""};
}

base::Result<WorkFolder> WorkStore::find(std::string_view id, const os::Path& from) const {
  const bool is_path = id.find('/') != std::string_view::npos;
  const os::Path given = is_path ? os::normalised(from, id) : places_.root / os::Path(id);
  WorkFolder folder{.slug = is_path ? given.filename().native() : std::string(id), .path = {}};
  const base::Error unknown{base::Code::not_found,
                            "Session not found: " + std::string(id) + " (" + given.native() + ")",
                            ""};
  const base::Error outside{
      base::Code::invalid_value,
      "session_id: \"" + std::string(id) + "\" names no session of " + places_.root.native(), ""};
  if (!base::is_safe_id(folder.slug) || id.find('\0') != std::string_view::npos) return outside;
  const auto root = real_root();
  if (!root.ok() && root.error().code != base::Code::not_found) return root.error();
  if (is_path) {
    const auto parent = system_.files.real_path(given.parent_path());
    const bool is_same = root.ok() && parent.ok()
                             ? *parent == *root
                             : given.parent_path() == os::normalised("/", places_.root);
    if (!is_same) return outside;
  }
  if (!root.ok()) return unknown;
  folder.path = *root / folder.slug;
  const auto info = system_.files.link_info(folder.path);
  if (!info.ok()) return info.error().code == base::Code::not_found ? unknown : info.error();
  if (info->kind == os::FileKind::link) {
    return base::Error{base::Code::refused,
                       folder.path.native() + ": is a link, which is not followed", ""};
  }
  if (!system_.files.link_info(folder.path / kWorkStateFile).ok()) return unknown;
  return folder;
}

base::Result<std::vector<WorkFolder>> WorkStore::list() const {
  std::vector<WorkFolder> folders;
  const auto root = real_root();
  if (!root.ok() && root.error().code == base::Code::not_found) return folders;
  TRY(root);
  TRY_ASSIGN(const auto names, system_.files.list(*root));
  for (const std::string& name : names) {
    const os::Path path = *root / name;
    const auto info = system_.files.link_info(path);
    if (!base::is_safe_id(name) || !info.ok() || info->kind != os::FileKind::folder) continue;
    if (!system_.files.link_info(path / kWorkStateFile).ok()) continue;
    folders.push_back({.slug = name, .path = path});
  }
  return folders;
}

}  // namespace store
