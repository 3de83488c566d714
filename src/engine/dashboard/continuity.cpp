#include "engine/dashboard/continuity.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/id.h"
#include "engine/continuity_restore.h"
#include "engine/continuity_scene.h"
#include "engine/dashboard/open_project.h"
#include "engine/dashboard/parts.h"
#include "policy/redaction.h"
#include "store/mirror_store.h"
#include "store/user_config.h"

namespace engine::dashboard {
namespace {

using model::SessionState;

constexpr char kCursorSeparator = '~';

base::Result<store::ContinuityPlaces> places_of(os::System system) {
  const store::Homes homes = store::homes_of(system.environment);
  return store::continuity_places(system.environment, homes,
                                  store::load_user_config(system, homes));
}

void redact_each(std::vector<std::string>& texts) {
  for (std::string& text : texts) text = policy::redact(text);
}

SessionState redacted(SessionState state) {
  for (model::Pin& pin : state.working_memory) {
    pin.content = policy::redact(pin.content);
    pin.label = policy::redact(pin.label);
  }
  for (model::PendingTask& task : state.pending_tasks) task.title = policy::redact(task.title);
  redact_each(state.hot_topics);
  redact_each(state.active_projects);
  return state;
}

// A session and when it began: what the list is sorted by, since that never changes.
struct Begun {
  std::string start_time;
  std::string id;
  bool operator<(const Begun& other) const {
    return start_time != other.start_time ? start_time < other.start_time : id < other.id;
  }
};

// Reads those mirrors that changed since they were read last.
std::vector<Begun> all_begun(Dashboard& dashboard, const store::MirrorStore& mirrors) {
  DepthParts& parts = dashboard.parts().depth;
  os::FileSystem& files = dashboard.system().files;
  std::vector<Begun> all;
  std::map<std::string, MirrorBeginning> kept;
  const std::lock_guard lock(parts.mirrors_mutex);
  for (const std::string& id : mirrors.list()) {
    const auto info = files.link_info(mirrors.file(id));
    if (!info.ok() || info->kind != os::FileKind::regular) continue;
    const auto known = parts.mirrors.find(id);
    MirrorBeginning one{info->inode, info->size, info->mtime_ns, ""};
    const bool is_same = known != parts.mirrors.end() && known->second.inode == one.inode &&
                         known->second.size == one.size && known->second.mtime_ns == one.mtime_ns;
    if (is_same) {
      one.start_time = known->second.start_time;
    } else {
      const auto state = mirrors.read(id);
      if (!state.ok()) continue;
      one.start_time = state->start_time;
    }
    all.push_back({one.start_time, id});
    kept.emplace(id, std::move(one));
  }
  parts.mirrors = std::move(kept);
  return all;
}

class Links {
 public:
  explicit Links(const store::MirrorStore& mirrors) : mirrors_(mirrors) {}

  // Those into this session.
  void add_of(const SessionState& state) {
    for (const model::SessionLink& link : state.links) {
      add({link.session, state.session_id, link.score, link.at});
    }
    if (state.previous_session_id) add({*state.previous_session_id, state.session_id, {}, ""});
  }
  // The one out of it, which is told by the session that took over.
  void add_next(const SessionState& state) {
    if (!state.continued_by || has(state.session_id, *state.continued_by)) return;
    if (const auto next = read_session(mirrors_, *state.continued_by); next.ok()) {
      for (const model::SessionLink& link : next->links) {
        if (link.session == state.session_id) {
          add({link.session, next->session_id, link.score, link.at});
        }
      }
    }
    add({state.session_id, *state.continued_by, {}, ""});
  }
  std::vector<ContinuityLink> take() { return std::move(links_); }

 private:
  bool has(const std::string& from, const std::string& to) const {
    return seen_.contains({from, to});
  }
  void add(ContinuityLink link) {
    if (seen_.emplace(link.from, link.to).second) links_.push_back(std::move(link));
  }

  const store::MirrorStore& mirrors_;
  std::set<std::pair<std::string, std::string>> seen_;
  std::vector<ContinuityLink> links_;
};

std::vector<ContinuityLink> links_of(const store::MirrorStore& mirrors,
                                     const std::vector<SessionState>& sessions) {
  Links links(mirrors);
  for (const SessionState& state : sessions) links.add_of(state);
  for (const SessionState& state : sessions) links.add_next(state);
  return links.take();
}

base::Error unknown_session(const std::string& session) {
  constexpr std::size_t kShown = 80;
  return {base::Code::not_found, "there is no session '" + session.substr(0, kShown) + "'",
          "`holdfast continuity score` lists those of a project."};
}

}  // namespace

base::Result<ContinuityPage> continuity_sessions(Dashboard& dashboard,
                                                 const PageQuestion& question) {
  TRY_ASSIGN(const store::ContinuityPlaces places, places_of(dashboard.system()));
  const store::MirrorStore mirrors(dashboard.system(), places);
  std::vector<Begun> all = all_begun(dashboard, mirrors);
  std::sort(all.rbegin(), all.rend());
  if (question.cursor) {
    const std::size_t between = question.cursor->rfind(kCursorSeparator);
    if (between == std::string::npos) {
      return base::Error{base::Code::invalid_params, "the cursor is none that this list gave",
                         "Begin again without one."};
    }
    const Begun last{question.cursor->substr(0, between), question.cursor->substr(between + 1)};
    std::erase_if(all, [&](const Begun& one) { return !(one < last); });
  }
  ContinuityPage page;
  for (const Begun& one : all) {
    if (page.sessions.items.size() == question.limit) {
      const SessionState& last = page.sessions.items.back();
      page.sessions.next = last.start_time + kCursorSeparator + last.session_id;
      break;
    }
    auto state = mirrors.read(one.id);
    if (state.ok()) page.sessions.items.push_back(redacted(*std::move(state)));
  }
  page.links = links_of(mirrors, page.sessions.items);
  return page;
}

base::Result<ContinuityPage> continuity_chain(Dashboard& dashboard, const std::string& session,
                                              std::int64_t depth) {
  if (depth < 1 || depth > kChainDepthMax) {
    return base::Error{base::Code::invalid_value, "the depth is 1 to 50",
                       "Without a depth it is 5."};
  }
  TRY_ASSIGN(const store::ContinuityPlaces places, places_of(dashboard.system()));
  const store::MirrorStore mirrors(dashboard.system(), places);
  std::string id = session;
  // The id of a session need not be that of a run here; other names are those of runs alone.
  if (!read_session(mirrors, id).ok()) {
    const auto place = find_run_place(dashboard, session);
    if (place.ok()) id = place->run.text;
  }
  ContinuityPage page;
  std::vector<SessionState>& chain = page.sessions.items;
  std::set<std::string> seen;
  while (chain.size() < static_cast<std::size_t>(depth) && seen.insert(id).second) {
    auto state = read_session(mirrors, id);
    if (!state.ok() && chain.empty()) {
      return state.error().code == base::Code::not_found ? unknown_session(session) : state.error();
    }
    if (!state.ok()) break;  // Older ones are gone.
    chain.push_back(redacted(*std::move(state)));
    if (!chain.back().previous_session_id) break;
    id = *chain.back().previous_session_id;
  }
  page.links = links_of(mirrors, chain);
  return page;
}

base::Result<ProjectScores> continuity_scores(Dashboard& dashboard, const std::string& project) {
  TRY_ASSIGN(const KnownProject known, find_project(dashboard, project));
  TRY_ASSIGN(Workspace workspace, open_project(dashboard, known));
  TRY_ASSIGN(const auto scene, ContinuityScene::open(workspace.stores()));
  TRY_ASSIGN(RestorePlan plan, plan_restore(*scene, {}));
  return ProjectScores{known.id, std::move(plan.report), std::move(plan.context.preamble)};
}

}  // namespace engine::dashboard
