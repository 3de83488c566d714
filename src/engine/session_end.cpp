#include "engine/session_end.h"

#include "engine/continuity_capture.h"
#include "engine/run_lifecycle.h"
#include "policy/redaction.h"

namespace engine {

base::Result<void> end_session(Workspace& workspace, const model::RunId& run,
                               const std::string& reason, const Caller& caller) {
  Stores& stores = workspace.stores();
  const std::string why = reason.empty() ? "ended by a person" : policy::redact(reason);
  TRY_ASSIGN(const bool was_open, end_run(stores, run, {caller.actor, why}));
  if (!was_open) {
    return base::Error{base::Code::already_completed, "Run " + run.brief() + " has ended already",
                       ""};
  }
  if (!stores.config.continuity.enabled) return {};
  // The mirror is a layer that fails open: the next session's sweep closes it.
  const auto scene = ContinuityScene::open(stores);
  if (!scene.ok()) return {};
  (void)close_session(**scene, run, {.at = base::to_iso(stores.system.clock.now()), .reason = why});
  return {};
}

}  // namespace engine
