#include "store/project.h"

#include "base/digest.h"
#include "base/text.h"

namespace store {
namespace {

constexpr std::uint64_t kPointerFileBytesMax = 4096;

// The first line of a small file; nothing where it cannot be read.
std::optional<std::string> first_line(os::FileSystem& files, const os::Path& path) {
  auto text = files.read(path, {.bytes_max = kPointerFileBytesMax});
  if (!text.ok()) return std::nullopt;
  const std::string_view line = std::string_view(*text).substr(0, text->find('\n'));
  return std::string(base::trim(line));
}

// A worktree's or submodule's `.git` is a file that says where its git folder is.
std::optional<os::Path> git_dir_of(os::FileSystem& files, const os::Path& folder) {
  const os::Path dot_git = folder / ".git";
  const auto info = files.info(dot_git);
  if (!info.ok()) return std::nullopt;
  if (info->kind == os::FileKind::folder) {
    // An empty folder of that name is no repository, to git neither.
    return files.exists(dot_git / "HEAD") ? std::optional(dot_git) : std::nullopt;
  }
  constexpr std::string_view kPrefix = "gitdir: ";
  const auto line = first_line(files, dot_git);
  if (!line || !line->starts_with(kPrefix)) return std::nullopt;
  const os::Path git_dir = os::normalised(folder, line->substr(kPrefix.size()));
  return files.exists(git_dir / "HEAD") ? std::optional(git_dir) : std::nullopt;
}

os::Path common_dir_of(os::FileSystem& files, const os::Path& git_dir, const os::Path& folder) {
  os::Path common = git_dir;
  // Only a linked worktree has this file, and then `.git` was a file too.
  if (git_dir != folder / ".git") {
    if (const auto line = first_line(files, git_dir / "commondir")) {
      common = os::normalised(git_dir, *line);
    }
  }
  auto real = files.real_path(common);
  return real.ok() ? *std::move(real) : common;
}

model::ProjectId project_id(const os::Path& place) {
  constexpr std::size_t kIdChars = 16;
  return {base::to_hex(base::sha256(place.native())).substr(0, kIdChars)};
}

void look_for_opt_in(os::FileSystem& files, Project& project) {
  for (const os::Path* root : {&project.root, &project.main_root}) {
    const os::Path config = config_path(*root);
    const auto info = files.info(config);
    if (info.ok() && info->kind == os::FileKind::regular) {
      project.opted_in = true;
      project.config_file = config;
      return;
    }
    if (project.root == project.main_root) return;
  }
}

Project git_project(os::FileSystem& files, const os::Path& folder, const os::Path& git_dir) {
  Project project;
  project.root = folder;
  project.git_dir = git_dir;
  project.common_dir = common_dir_of(files, git_dir, folder);
  const bool has_main_worktree = project.common_dir.filename() == ".git";
  project.main_root = has_main_worktree ? project.common_dir.parent_path() : folder;
  project.local = project.common_dir / "holdfast";
  look_for_opt_in(files, project);
  project.id = project_id(project.common_dir);
  return project;
}

Project plain_project(os::FileSystem& files, const os::Path& start) {
  Project project;
  for (os::Path folder = start;; folder = folder.parent_path()) {
    project.root = project.main_root = folder;
    look_for_opt_in(files, project);
    if (project.opted_in || folder == folder.parent_path()) break;
  }
  if (!project.opted_in) project.root = project.main_root = start;
  project.local = project.root / ".holdfast" / "local";
  project.id = project_id(project.root);
  return project;
}

}  // namespace

base::Result<Project> find_project(os::FileSystem& files, const os::Path& start) {
  TRY_ASSIGN(const os::Path real_start, files.real_path(start));
  for (os::Path folder = real_start;; folder = folder.parent_path()) {
    if (const auto git_dir = git_dir_of(files, folder)) {
      return git_project(files, folder, *git_dir);
    }
    if (folder == folder.parent_path()) break;
  }
  return plain_project(files, real_start);
}

std::vector<os::Path> linked_worktrees(os::FileSystem& files, const Project& project) {
  std::vector<os::Path> roots;
  // Without a main worktree each stands for itself.
  if (project.common_dir.filename() != ".git") return roots;
  const os::Path folder = project.common_dir / "worktrees";
  const auto names = files.list(folder);
  if (!names.ok()) return roots;
  for (const std::string& name : *names) {
    // It names the worktree's own `.git`.
    const auto line = first_line(files, folder / name / "gitdir");
    if (!line || line->empty()) continue;
    const os::Path dot_git = os::normalised(folder / name, *line);
    const auto root = files.real_path(dot_git.parent_path());
    if (root.ok() && files.exists(dot_git)) roots.push_back(*root);
  }
  return roots;
}

}  // namespace store
