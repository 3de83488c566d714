#include "engine/work_change.h"

#include <nlohmann/json.hpp>

#include "engine/work_record.h"

namespace engine {

using base::Json;

namespace {

// A worktree that another machine has, or that was removed, is none here (B2-12).
void drop_missing_worktree(Stores& stores, WorkView& view) {
  auto& worktree = view.session.git.worktree;
  if (!worktree) return;
  const os::Path place = os::normalised(stores.project.main_root, *worktree);
  if (stores.system.files.exists(place)) return;
  view.warnings.push_back("the worktree " + *worktree + " is not on this machine");
  worktree.reset();
}

// From what to what, where that can be said in a word each.
void put_step(Json& payload, const model::WorkSession& before, const model::WorkSession& after) {
  if (before.phase != after.phase) {
    payload["from"] = before.phase.text();
    payload["to"] = after.phase.text();
  } else if (before.status != after.status) {
    payload["from"] = before.status.text();
    payload["to"] = after.status.text();
  }
  if (before.phase != after.phase && before.status != after.status) {
    payload["status"] = after.status.text();
  }
}

// The states before and after one change, as it was done under the locks.
struct Done {
  const store::StoredWork& before;
  const store::StoredWork& after;
};

void note_change(WorkRecord& record, const WorkAct& act, const WorkCaller& caller, const Done& done,
                 WorkResult& result) {
  const std::string& slug = done.after.folder.slug;
  const auto warn = [&](const base::Result<void>& noted) {
    if (!noted.ok()) result.warnings.push_back("not recorded: " + noted.error().message);
  };
  const auto last = record.last_etag();
  if (last && *last != done.before.etag) {
    // The file is the truth: what it says has been read and checked, and counts (B2-20).
    warn(record.note(caller, Json{{"slug", slug},
                                  {"what", "external_edit"},
                                  {"etag_before", *last},
                                  {"etag_after", done.before.etag}}));
    result.warnings.emplace_back("state.json was changed outside of Holdfast; that is on record");
  }
  if (done.after.etag != last) record.remember(done.after.etag);
  if (!result.changed || !act.is_recorded) return;
  Json payload{{"slug", slug}, {"what", act.what}};
  put_step(payload, done.before.session, done.after.session);
  if (act.details.get().is_object()) payload.update(act.details.get());
  payload["etag_before"] = done.before.etag;
  payload["etag_after"] = done.after.etag;
  warn(record.note(caller, std::move(payload)));
}

}  // namespace

std::string work_time(Stores& stores) { return base::to_iso(stores.system.clock.now()); }

base::Result<store::WorkFolder> find_work(Stores& stores, const std::string& id) {
  auto folder = stores.work.find(id, stores.project.root);
  if (folder.ok()) return folder;
  base::Error error = std::move(folder).error();
  if (error.code == base::Code::not_found && error.hint.empty()) {
    error.hint = "`holdfast work list` or session_list names those that there are.";
  }
  return error;
}

WorkView view_of(Stores& stores, const store::StoredWork& work) {
  WorkView view;
  view.slug = work.folder.slug;
  view.folder = work.folder.path.native();
  view.session = work.session;
  view.etag = work.etag;
  view.is_v1 = work.is_v1;
  for (const model::WorkPhase phase : policy::next_phases(work.session)) {
    view.next_phases.emplace_back(name_of(phase));
  }
  if (work.is_v1) {
    view.warnings.push_back("the manifest is of the older schema: `holdfast work migrate " +
                            view.slug + "` brings it up to date");
  } else if (work.session.session_id != view.slug) {
    view.warnings.push_back("the folder is " + view.slug + ", the manifest says " +
                            work.session.session_id + ": `holdfast work fix " + view.slug +
                            "` writes the folder's name");
  }
  drop_missing_worktree(stores, view);
  return view;
}

policy::WorkSessionFacts facts_of(Stores& stores, const store::StoredWork& work) {
  policy::WorkSessionFacts facts;
  facts.now = work_time(stores);
  facts.has_spec = stores.work.has_artifact(work, work.session.artifacts.spec);
  facts.has_plan = stores.work.has_artifact(work, work.session.artifacts.plan);
  if (!facts.has_plan) return facts;
  if (const auto plan = stores.work.read_plan(work); plan.ok()) {
    facts.plan_checkpoints.emplace();
    for (const model::PlanCheckpoint& one : plan->checkpoints) {
      facts.plan_checkpoints->push_back(one.id);
    }
  }
  return facts;
}

WorkAct act_of(Stores& stores, const policy::WorkChange& change, base::JsonBox details) {
  WorkAct act;
  act.what = policy::name_of(change);
  act.details = std::move(details);
  act.reduce = [&stores, change](const store::StoredWork& current) {
    return policy::apply_to_work(current.session, change, facts_of(stores, current));
  };
  return act;
}

base::Result<WorkResult> change_work(Stores& stores, const store::WorkFolder& folder,
                                     const WorkAct& act, const WorkCaller& caller) {
  WorkRecord record(stores, folder.slug);
  TRY_ASSIGN(const auto lock, record.lock());
  std::optional<store::StoredWork> before;
  policy::WorkOutcome outcome;
  TRY_ASSIGN(
      const store::StoredWork saved,
      stores.work.update(folder, {.lock_timeout = stores.lock_patience(), .debounce = act.debounce},
                         [&](const store::StoredWork& current) -> base::Result<model::WorkSession> {
                           TRY_ASSIGN(outcome, act.reduce(current));
                           before = current;
                           return outcome.session;
                         }));
  WorkResult result;
  // Without `before` the touch came too early to be asked at all.
  result.changed = before && saved.etag != before->etag;
  result.duplicate = outcome.duplicate;
  result.warnings = std::move(outcome.warnings);
  if (before) note_change(record, act, caller, {*before, saved}, result);
  result.work = view_of(stores, saved);
  return result;
}

}  // namespace engine
