#include "engine/work_hook.h"

#include <nlohmann/json.hpp>
#include <set>

#include "engine/decision_record.h"
#include "engine/gate_input.h"
#include "engine/head_note.h"
#include "engine/work_change.h"
#include "policy/requirement_trigger.h"
#include "store/git_head.h"
#include "store/git_reflog.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kCommitsMax = 100;
// No constant: it would be set up at the start of every hook.
Caller hook_caller() { return {"hook"}; }

// The targets of a call, as sessions that they belong to. Links are only followed for a path that
// could be meant.
std::set<std::string> touched_sessions(Stores& stores, const model::HostEvent& event) {
  std::set<std::string> slugs;
  const std::string& root = stores.work.root().native();
  const std::string inner =
      "/" + os::Path(stores.config.work_root).lexically_normal().native() + "/";
  for (const std::string& target : event.call.targets) {
    const os::Path path =
        os::normalised(event.folder.empty() ? stores.project.root : os::Path(event.folder), target);
    std::string slug = touched_work(path.native(), root);
    if (slug.empty() && path.native().find(inner) != std::string::npos) {
      const auto folder = stores.system.files.real_path(path.parent_path());
      if (folder.ok()) slug = touched_work((*folder / path.filename()).native(), root);
    }
    if (!slug.empty()) slugs.insert(std::move(slug));
  }
  return slugs;
}

void note_work_fault(Json& record, const base::Error& error) {
  // What has no manifest is no work session, only a folder.
  if (error.code == base::Code::not_found) return;
  record["work_fault"] = fault_text(error);
}

void touch(Stores& stores, const model::RunId& run, const std::string& slug, Json& record) {
  const auto folder = stores.work.find(slug, stores.project.root);
  if (!folder.ok()) return note_work_fault(record, folder.error());
  WorkAct act;
  act.what = "touch";
  act.debounce = std::chrono::seconds(stores.config.work_touch_debounce_s);
  act.is_recorded = false;  // The event itself tells of it.
  act.reduce = [&](const store::StoredWork& current) {
    policy::WorkSessionFacts facts;
    facts.now = work_time(stores);
    return policy::apply_to_work(current.session, policy::Touch{}, facts);
  };
  const auto touched = change_work(stores, *folder, act, {hook_caller(), run});
  if (!touched.ok()) return note_work_fault(record, touched.error());
  if (touched->changed) record["work_touched"] = slug;
}

// The commits that the call made, oldest first.
std::vector<store::MadeCommit> commits_of(Stores& stores, const model::RunId& run,
                                          const model::HostEvent& event) {
  const auto head = store::read_head(stores.system.files, stores.project);
  if (!head || head->commit.empty()) return {};
  const auto before = head_before(stores, run, event.call.id);
  if (!before || *before == head->commit) return {};
  auto made =
      store::made_commits(stores.system.files, stores.project, *before, head->commit, kCommitsMax);
  const bool has_log = stores.system.files.exists(stores.project.git_dir / "logs" / "HEAD");
  if (!made.empty() || has_log) return made;
  std::string subject = store::last_message_subject(stores.system.files, stores.project);
  if (!subject.empty()) made.push_back({head->commit, std::move(subject), 0});
  return made;
}

WorkAct act_of_commits(Stores& stores, const std::vector<store::MadeCommit>& commits) {
  Json list = Json::array();
  for (const store::MadeCommit& one : commits) list.push_back(one.sha);
  WorkAct act;
  act.what = "add_commit";
  act.details = base::JsonBox(Json{{"commits", std::move(list)}, {"by", "hook"}});
  act.reduce = [&](const store::StoredWork& current) -> base::Result<policy::WorkOutcome> {
    const policy::WorkSessionFacts facts = facts_of(stores, current);
    policy::WorkOutcome outcome;
    outcome.session = current.session;
    for (const store::MadeCommit& one : commits) {
      const policy::AddCommit wish{
          .sha = one.sha,
          .message = one.subject,
          .checkpoint = std::nullopt,
          .created_at =
              one.at_s == 0 ? "" : base::to_iso(base::Instant{std::chrono::seconds(one.at_s)})};
      TRY_ASSIGN(outcome, policy::apply_to_work(outcome.session, wish, facts));
    }
    return outcome;
  };
  return act;
}

void add_commits(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                 Json& record) {
  const auto shell = analyse_command(stores, event.call, event.folder);
  if (!shell || !policy::may_move_head(*shell)) return;
  const auto state = stores.runs.view(run);
  if (!state.ok() || !(*state)->work_session) return;
  const auto commits = commits_of(stores, run, event);
  if (commits.empty()) return;
  const auto folder = stores.work.find(*(*state)->work_session, stores.project.root);
  if (!folder.ok()) return note_work_fault(record, folder.error());
  const auto added =
      change_work(stores, *folder, act_of_commits(stores, commits), {hook_caller(), run});
  if (!added.ok()) return note_work_fault(record, added.error());
  if (added->changed) record["work_commits"] = folder->slug;
}

}  // namespace

std::string touched_work(std::string_view path, std::string_view root) {
  if (root.empty() || path.size() <= root.size() + 1 || !path.starts_with(root)) return "";
  if (path[root.size()] != '/') return "";
  const std::string_view rest = path.substr(root.size() + 1);
  const std::size_t slash = rest.find('/');
  if (slash == std::string_view::npos) return "";
  const std::string_view slug = rest.substr(0, slash);
  const std::string_view file = rest.substr(slash + 1);
  const std::string_view name = file.substr(file.rfind('/') + 1);
  const bool is_ours = file == "state.json" || file == "state.v1.json";
  const bool is_passing =
      name.starts_with(".tmp-") || name.ends_with(".tmp") || name.ends_with(".lock");
  if (name.empty() || is_ours || is_passing || !policy::is_work_slug(slug)) return "";
  return std::string(slug);
}

void follow_work(Stores& stores, const model::RunId& run, const model::HostEvent& event,
                 Json& record) {
  if (event.kind != model::EventKind::after_tool) return;
  if (!event.call.targets.empty() && event.call.command.empty()) {
    for (const std::string& slug : touched_sessions(stores, event)) {
      touch(stores, run, slug, record);
    }
  }
  const bool may_be_git = event.call.command.find("git") != std::string::npos;
  if (may_be_git && stores.config.work_add_commits) add_commits(stores, run, event, record);
}

}  // namespace engine
