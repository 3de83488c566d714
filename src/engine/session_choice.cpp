// choose_run: which run a person means.
#include "base/text.h"
#include "engine/run_view.h"
#include "engine/session.h"
#include "engine/stores.h"

namespace engine {
namespace {

// Live runs that belong to the worktree we are in.
std::vector<model::RunId> live_runs_here(Stores& stores) {
  std::vector<model::RunId> live;
  for (const model::RunId& id : stores.runs.list()) {
    const auto state = stores.runs.summary(id);
    if (!state.ok() || state->ended) continue;
    const auto loaded = stores.runs.load(id);
    if (!loaded.ok() || loaded->run.worktree != stores.project.root.native()) continue;
    if (liveness(stores, loaded->run) == policy::Liveness::live) live.push_back(id);
  }
  return live;
}

bool is_open(Stores& stores, const model::RunId& run) {
  const auto state = stores.runs.summary(run);
  // A broken state is somebody's current one all the same: they should hear of it.
  return state.ok() ? !state->ended : state.error().code != base::Code::not_found;
}

}  // namespace

base::Result<model::RunId> choose_run(Workspace& workspace, const SessionChoice& choice) {
  Stores& stores = workspace.stores();
  if (choice.given) return stores.aliases.resolve(*choice.given);
  if (choice.host_session && !choice.host_session->empty()) {
    return stores.aliases.resolve(*choice.host_session);
  }
  const std::vector<model::RunId> live = live_runs_here(stores);
  if (live.size() == 1) return live.front();
  if (live.size() > 1) {
    std::vector<std::string> ids;
    for (const model::RunId& run : live) ids.push_back(run.text);
    return base::Error{base::Code::ambiguous_id,
                       "several sessions are live here: " + base::join(ids, ", "),
                       "Name one with --session."};
  }
  if (const auto current = stores.aliases.current(); current && is_open(stores, *current)) {
    return *current;
  }
  return base::Error{base::Code::no_session, "No current session found",
                     "Name one with --session; `holdfast session list` shows them."};
}

base::Result<model::RunId> run_of_conversation(Workspace& workspace,
                                               const std::string& host_session) {
  Stores& stores = workspace.stores();
  auto known = stores.aliases.resolve(host_session);
  if (known.ok() || known.error().code != base::Code::not_found) return known;
  return store::run_of_host_id(stores.project.id, "claude-code", host_session);
}

}  // namespace engine
