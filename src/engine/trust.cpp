#include "engine/trust.h"

#include "engine/operator.h"
#include "engine/stores.h"
#include "store/trust.h"

namespace engine {
namespace {

store::Trust trust_of(Stores& stores) { return {stores.system, stores.homes, stores.project.id}; }

}  // namespace

bool is_trusted(Stores& stores) { return trust_of(stores).is_given(); }

bool is_trusted(Workspace& workspace) { return is_trusted(workspace.stores()); }

base::Result<TrustOutcome> trust_project(Workspace& workspace, const TrustRequest& request) {
  Stores& stores = workspace.stores();
  if (const auto person = require_person(workspace, "trusting a project"); !person.ok()) {
    journal_refusal(workspace, request.session, "trust", person.error(), request.caller);
    return person.error();
  }
  const bool before = is_trusted(stores);
  TRY(trust_of(stores).give(stores.project.main_root));
  return TrustOutcome{.trusted = true, .changed = !before};
}

base::Result<TrustOutcome> revoke_trust(Workspace& workspace) {
  Stores& stores = workspace.stores();
  const bool before = is_trusted(stores);
  TRY(trust_of(stores).revoke());
  return TrustOutcome{.trusted = false, .changed = before};
}

}  // namespace engine
