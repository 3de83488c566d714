#include "engine/work.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/decision_record.h"
#include "engine/git_command.h"
#include "engine/operator.h"
#include "engine/work_change.h"
#include "engine/work_link.h"
#include "engine/work_place.h"

namespace engine {

using base::Json;

namespace {

base::Result<WorkResult> change(Stores& stores, const std::string& id,
                                const policy::WorkChange& wish, const WorkCaller& caller,
                                const Json& details = Json::object()) {
  TRY_ASSIGN(const store::WorkFolder folder, find_work(stores, id));
  return change_work(stores, folder, act_of(stores, wish, base::JsonBox(details)), caller);
}

// The run of who moves a work session on works on it.
base::Result<WorkResult> linked(Stores& stores, base::Result<WorkResult> result,
                                const WorkCaller& caller) {
  if (!result.ok()) return result;
  if (const auto saved = link_run(stores, caller, result->work); !saved.ok()) {
    result->warnings.push_back("the run was not linked: " + saved.error().message);
  }
  return result;
}

// What the manifest said before, under the lock.
template <typename Field>
WorkAct remembering(WorkAct act, std::string& previous, Field field) {
  act.reduce = [reduce = std::move(act.reduce), &previous,
                field](const store::StoredWork& current) {
    previous = (current.session.*field).text();
    return reduce(current);
  };
  return act;
}

// B2-11: a warning only, since a commit may come later, by a fetch.
std::optional<std::string> unknown_commit(Stores& stores, const std::string& sha) {
  if (stores.project.common_dir.empty()) return std::nullopt;
  const auto found =
      run_git(stores, {"rev-parse", "--verify", "--quiet", "--end-of-options", sha + "^{commit}"});
  // Where git itself cannot be asked nothing is known.
  if (found.ok() || found.error().message.starts_with("git: ")) return std::nullopt;
  return "this repository has no commit " + sha;
}

// What the commit itself says; empty where it is not known here.
std::string subject_of(Stores& stores, const std::string& sha) {
  const auto subject =
      run_git(stores, {"show", "--no-patch", "--format=%s", "--end-of-options", sha + "^{commit}"});
  return subject.ok() ? std::string(base::trim(*subject)) : std::string();
}

}  // namespace

base::Result<WorkView> show_work(Workspace& workspace, const std::string& id) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::WorkFolder folder, find_work(stores, id));
  TRY_ASSIGN(const store::StoredWork work, stores.work.read(folder));
  return view_of(stores, work);
}

base::Result<WorkResult> transition_work(Workspace& workspace, const std::string& id,
                                         const WorkTransition& wanted, const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::WorkFolder folder, find_work(stores, id));
  Json details = Json::object();
  if (wanted.force) details["forced"] = true;
  if (wanted.reopen) details["reopened"] = true;
  std::string previous;
  const policy::TransitionPhase wish{wanted.phase, wanted.reopen, wanted.force};
  TRY_ASSIGN(auto result, change_work(stores, folder,
                                      remembering(act_of(stores, wish, base::JsonBox(details)),
                                                  previous, &model::WorkSession::phase),
                                      caller));
  result.previous = previous;
  return linked(stores, std::move(result), caller);
}

base::Result<WorkResult> complete_work_phase(Workspace& workspace, const std::string& id,
                                             const std::string& phase, const WorkCaller& caller) {
  return change(workspace.stores(), id, policy::CompletePhase{phase}, caller, {{"phase", phase}});
}

base::Result<WorkResult> init_work_build(Workspace& workspace, const std::string& id,
                                         std::optional<std::int64_t> total,
                                         const WorkCaller& caller) {
  return change(workspace.stores(), id, policy::InitBuild{total}, caller);
}

base::Result<WorkResult> start_work_checkpoint(Workspace& workspace, const std::string& id,
                                               std::int64_t checkpoint, const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  return linked(
      stores,
      change(stores, id, policy::StartCheckpoint{checkpoint}, caller, {{"checkpoint", checkpoint}}),
      caller);
}

base::Result<WorkResult> complete_work_checkpoint(Workspace& workspace, const std::string& id,
                                                  std::int64_t checkpoint,
                                                  const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  return linked(stores,
                change(stores, id, policy::CompleteCheckpoint{checkpoint}, caller,
                       {{"checkpoint", checkpoint}}),
                caller);
}

base::Result<WorkResult> add_work_commit(Workspace& workspace, const std::string& id,
                                         const NewWorkCommit& commit, const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::WorkFolder folder, find_work(stores, id));
  policy::AddCommit wish{commit.sha, commit.message, commit.checkpoint, ""};
  if (wish.message.empty()) wish.message = subject_of(stores, commit.sha);
  const Json details{{"commit", safe_text(wish.sha, kRecordedTextMax)},
                     {"message", safe_text(wish.message, kRecordedTextMax)}};
  TRY_ASSIGN(auto result,
             change_work(stores, folder, act_of(stores, wish, base::JsonBox(details)), caller));
  if (auto warning = unknown_commit(stores, commit.sha)) {
    result.warnings.push_back(*std::move(warning));
  }
  return result;
}

base::Result<WorkResult> set_work_status(Workspace& workspace, const std::string& id,
                                         const WorkStatusChange& wanted, const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const store::WorkFolder folder, find_work(stores, id));
  Json details = Json::object();
  if (wanted.reopen) details["reopened"] = true;
  std::string previous;
  const policy::SetStatus wish{wanted.status, wanted.reopen};
  TRY_ASSIGN(auto result, change_work(stores, folder,
                                      remembering(act_of(stores, wish, base::JsonBox(details)),
                                                  previous, &model::WorkSession::status),
                                      caller));
  result.previous = previous;
  return result;
}

base::Result<WorkResult> update_work_git(Workspace& workspace, const std::string& id,
                                         const WorkGitChange& wanted, const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  policy::UpdateGit wish{wanted.branch, wanted.worktree, wanted.base_branch};
  if (wish.worktree && *wish.worktree) {
    wish.worktree = portable_worktree(stores.project, **wish.worktree);
  }
  return change(stores, id, wish, caller);
}

base::Result<WorkResult> edit_work(Workspace& workspace, const std::string& id,
                                   const WorkEdit& edit, const WorkCaller& caller) {
  TRY(require_person(workspace, "a change of what a work session is about", caller.caller));
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const WorkView before, show_work(workspace, id));
  Json details = Json::object();
  const auto put = [&](const char* key, const std::optional<std::string>& text,
                       const std::string& old) {
    if (!text) return;
    details[key] = Json{{"from", safe_text(old, kRecordedTextMax)},
                        {"to", safe_text(*text, kRecordedTextMax)}};
  };
  put("topic", edit.topic, before.session.topic);
  put("description", edit.description, before.session.description);
  return change(stores, id, policy::EditIdentity{edit.topic, edit.description, std::nullopt},
                caller, details);
}

base::Result<WorkResult> fix_work(Workspace& workspace, const std::string& id,
                                  const WorkCaller& caller) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const WorkView before, show_work(workspace, id));
  const Json details{
      {"session_id",
       {{"from", safe_text(before.session.session_id, kRecordedTextMax)}, {"to", before.slug}}}};
  return change(stores, id, policy::EditIdentity{std::nullopt, std::nullopt, before.slug}, caller,
                details);
}

base::Result<void> link_run_to_work(Workspace& workspace, const model::RunId& run,
                                    const std::string& id, const Caller& caller) {
  Stores& stores = workspace.stores();
  std::optional<WorkView> work;
  if (!id.empty()) {
    TRY_ASSIGN(work, show_work(workspace, id));
  }
  TRY(stores.runs.update(run, {.actor = caller.actor, .what = "work"},
                         [&](model::Run current) -> base::Result<model::Run> {
                           if (work) {
                             put_work(current, work->slug, work->session,
                                      stores.system.clock.now());
                           } else {
                             current.work_session.reset();
                             current.active_feature.reset();
                             current.active_task.reset();
                           }
                           return current;
                         }));
  return {};
}

}  // namespace engine
