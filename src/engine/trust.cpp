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
  if (operator_proof(workspace) == OperatorProof::none) {
    base::Error error = needs_operator("trusting a project");
    journal_refusal(workspace, request.session, "trust", error, request.caller);
    return error;
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
