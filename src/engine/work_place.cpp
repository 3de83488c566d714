#include "engine/work_place.h"

#include "base/text.h"
#include "engine/git_command.h"
#include "store/git_head.h"

namespace engine {
namespace {

std::optional<std::string> main_branch(Stores& stores) {
  constexpr std::string_view kRemote = "origin/";
  if (const auto named =
          run_git(stores, {"symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"});
      named.ok()) {
    std::string_view name = base::trim(*named);
    if (name.starts_with(kRemote)) name.remove_prefix(kRemote.size());
    if (!name.empty()) return std::string(name);
  }
  const auto usual = run_git(stores, {"for-each-ref", "--format=%(refname:short)",
                                      "refs/heads/main", "refs/heads/master"});
  if (!usual.ok()) return std::nullopt;
  const std::string_view first = base::trim(std::string_view(*usual).substr(0, usual->find('\n')));
  if (first.empty()) return std::nullopt;
  return std::string(first);
}

}  // namespace

std::string portable_worktree(const store::Project& project, const std::string& given) {
  const os::Path place = os::normalised(project.root, given);
  const os::Path relative = place.lexically_relative(project.main_root);
  const std::string& text = relative.native();
  const bool is_inside = !text.empty() && text != "." && !text.starts_with("..");
  const bool is_beside = text.starts_with("../") && !text.starts_with("../..");
  return is_inside || is_beside ? text : place.native();
}

model::WorkGit work_git_here(Stores& stores) {
  model::WorkGit git;
  if (stores.project.common_dir.empty()) return git;
  const auto head = store::read_head(stores.system.files, stores.project);
  if (head && !head->detached) git.branch = head->branch;
  git.base_branch = main_branch(stores);
  if (stores.project.root != stores.project.main_root) {
    git.worktree = portable_worktree(stores.project, stores.project.root.native());
  }
  return git;
}

}  // namespace engine
