#include <nlohmann/json.hpp>

#include "cli/commands/all.h"
#include "cli/exit_code.h"
#include "cli/run_choice.h"
#include "cli/work_view.h"

namespace cli {

namespace {

using base::Json;

struct GitWords {
  std::optional<std::string> branch;
  std::optional<std::string> worktree;
  std::optional<std::string> base_branch;
  std::vector<std::string> cleared;
};

base::Result<engine::WorkGitChange> change_of(Context& context, const Arguments& arguments,
                                              const GitWords& words) {
  engine::WorkGitChange wanted;
  if (words.branch) wanted.branch = words.branch;
  if (words.base_branch) wanted.base_branch = words.base_branch;
  if (words.worktree) {
    // The folder as the current one sees it.
    const os::Path here = context.system.environment.current_folder();
    wanted.worktree = std::optional(os::normalised(here, *words.worktree).native());
  }
  for (const std::string& name : words.cleared) {
    if (name == "branch") {
      wanted.branch = std::optional<std::string>();
    } else if (name == "worktree") {
      wanted.worktree = std::optional<std::string>();
    } else if (name == "base-branch") {
      wanted.base_branch = std::optional<std::string>();
    } else {
      return arguments.wrong_use("--clear takes branch, worktree or base-branch.");
    }
  }
  return wanted;
}

}  // namespace

base::Result<int> run_work_git(Context& context, Arguments& arguments) {
  std::string id;
  GitWords words;
  work_operand(arguments, id);
  arguments.option({"--branch", "BRANCH", "Its branch"}, words.branch);
  arguments.option({"--worktree", "FOLDER", "The worktree that it is done in"}, words.worktree);
  arguments.option({"--base-branch", "BRANCH", "What its branch goes back to"}, words.base_branch);
  arguments.repeated({"--clear", "NAME", "branch, worktree or base-branch: there is none"},
                     words.cleared);
  arguments.session_option();
  TRY(arguments.parse());
  TRY_ASSIGN(const auto wanted, change_of(context, arguments, words));
  return run_change(context, arguments,
                    {id,
                     [&](auto& workspace, const auto& session, const auto& caller) {
                       return engine::update_work_git(workspace, session, wanted, caller);
                     },
                     [](const engine::WorkResult& result) {
                       const model::WorkGit& git = result.work.session.git;
                       return printable(result.work.slug) + ": branch " +
                              printable(git.branch.value_or("-")) + ", worktree " +
                              printable(git.worktree.value_or("-")) + ", base branch " +
                              printable(git.base_branch.value_or("-")) + ".";
                     }});
}

}  // namespace cli
