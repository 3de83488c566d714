#include "engine/trust.h"

#include <nlohmann/json.hpp>

#include "engine/operator.h"
#include "engine/stores.h"
#include "store/trust.h"

namespace engine {
namespace {

store::Trust trust_of(Stores& stores) { return {stores.system, stores.homes, stores.project.id}; }

// An attempt to get around a rule is worth knowing, also when it did not succeed.
void journal_refusal(Workspace& workspace, const base::Error& error, const TrustRequest& request) {
  const auto run = choose_run(workspace, request.session);
  if (!run.ok()) return;
  const base::Json payload{
      {"what", "trust"}, {"code", base::code_name(error.code)}, {"message", error.message}};
  [[maybe_unused]] const auto appended = workspace.stores().journal.append(
      *run, {"refused", request.caller.actor, base::JsonBox(payload)}, {});
}

}  // namespace

bool is_trusted(Stores& stores) { return trust_of(stores).is_given(); }

bool is_trusted(Workspace& workspace) { return is_trusted(workspace.stores()); }

base::Result<TrustOutcome> trust_project(Workspace& workspace, const TrustRequest& request) {
  Stores& stores = workspace.stores();
  if (operator_proof(workspace) == OperatorProof::none) {
    base::Error error = needs_operator("trusting a project");
    journal_refusal(workspace, error, request);
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
