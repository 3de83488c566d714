// What people ask about sessions of the past: what would be inherited and why, chains, and the word
// to take over from one of them.
#include <nlohmann/json.hpp>
#include <set>

#include "base/id.h"
#include "engine/continuity.h"
#include "engine/continuity_capture.h"
#include "engine/continuity_metric.h"
#include "engine/continuity_restore.h"
#include "engine/continuity_scene.h"
#include "engine/decision_record.h"

namespace engine {

using base::Json;

namespace {

constexpr std::size_t kIdBytesMax = 200;

base::Error no_such_session(const std::string& session) {
  return {base::Code::not_found, "there is no session '" + safe_text(session, kIdBytesMax) + "'",
          "`holdfast continuity score` lists those of this project."};
}

// Any name of a run of this project, or the id of a session of any other.
std::string session_id_of(Stores& stores, const std::string& session) {
  if (const auto run = stores.aliases.resolve(session); run.ok()) return run->text;
  return session;
}

}  // namespace

base::Result<RestoredContext> preview_restore(Workspace& workspace,
                                              const RestoreQuestion& question) {
  TRY_ASSIGN(const auto scene, ContinuityScene::open(workspace.stores()));
  TRY_ASSIGN(RestorePlan plan,
             plan_restore(*scene, {.run = question.run, .prompt = question.prompt}));
  return std::move(plan.context);
}

base::Result<ScoreReport> score_restore(Workspace& workspace, const RestoreQuestion& question) {
  TRY_ASSIGN(const auto scene, ContinuityScene::open(workspace.stores()));
  TRY_ASSIGN(RestorePlan plan,
             plan_restore(*scene, {.run = question.run, .prompt = question.prompt}));
  return std::move(plan.report);
}

base::Result<RestoredContext> continue_session(Workspace& workspace, const model::RunId& run,
                                               const std::string& session, const Caller& caller) {
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const auto scene, ContinuityScene::open(stores));
  const std::string id = session_id_of(stores, session);
  if (id == run.text) {
    return base::Error{base::Code::same_session, "a session cannot continue itself",
                       "Name an earlier one."};
  }
  auto from = read_session(scene->mirrors, id);
  if (!from.ok()) {
    return from.error().code == base::Code::not_found ? no_such_session(session) : from.error();
  }
  TRY_ASSIGN(RestorePlan plan, plan_continuation(*scene, run, *from));
  TRY(open_mirror(*scene, run));
  TRY(commit_restore(*scene, run, plan, {.forced = true}));
  // Audited (S3-147), also where nothing was left to take over.
  (void)stores.journal.append(run,
                              {"session_continue", caller.actor,
                               base::JsonBox(Json{{"session", id},
                                                  {"pins", plan.context.inherited_pins.size()},
                                                  {"changed", plan.context.changed}})},
                              {.sync = true});
  return std::move(plan.context);
}

base::Result<std::vector<model::SessionState>> session_chain(Workspace& workspace,
                                                             const std::string& session,
                                                             std::int64_t depth) {
  if (depth < 1 || depth > kChainDepthMax) {
    return base::Error{base::Code::invalid_value, "the depth is 1 to 50",
                       "Without a depth it is 5."};
  }
  Stores& stores = workspace.stores();
  TRY_ASSIGN(const auto scene, ContinuityScene::open(stores));
  std::vector<model::SessionState> chain;
  std::set<std::string> seen;
  std::string id = session_id_of(stores, session);
  while (chain.size() < static_cast<std::size_t>(depth) && seen.insert(id).second) {
    auto state = read_session(scene->mirrors, id);
    if (!state.ok() && chain.empty()) {
      return state.error().code == base::Code::not_found ? no_such_session(session) : state.error();
    }
    if (!state.ok()) break;  // Older ones are gone.
    const std::optional<std::string> before = state->previous_session_id;
    chain.push_back(*std::move(state));
    if (!before) break;
    id = *before;
  }
  note_metric(stores, model::RunId{chain.front().session_id}, "session_chain_traversal",
              Json{{"depth", chain.size()}});
  return chain;
}

}  // namespace engine
