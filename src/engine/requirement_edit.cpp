// What a person or a tool changes: satisfied, approved, cleared, paused, pruned, renamed.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/operator.h"
#include "engine/requirement.h"
#include "engine/requirement_change.h"
#include "policy/requirement.h"
#include "store/requirement_session.h"

namespace engine {
namespace {

base::Result<std::vector<const model::Requirement*>> find_all(
    RequirementScene& scene, const std::vector<std::string>& names) {
  std::vector<const model::Requirement*> found;
  for (const std::string& name : names) {
    const model::Requirement* const one = scene.cascade().find(name);
    if (one == nullptr) {
      std::vector<std::string> known;
      for (const model::Requirement& other : scene.cascade().list) known.push_back(other.name);
      return base::Error{base::Code::not_found, "no requirement is called " + name,
                         known.empty() ? "No file of the cascade has a requirement."
                                       : "There are: " + base::join(known, ", ") + "."};
    }
    if (!one->enabled) {
      return base::Error{base::Code::refused, name + " is disabled",
                         "`req enable " + name + "` switches it on."};
    }
    found.push_back(one);
  }
  if (!found.empty()) return found;
  return base::Error{base::Code::invalid_params, "no requirement is named", ""};
}

std::vector<std::string> messages(const RequirementScene& scene) {
  std::vector<std::string> texts;
  for (const base::Error& fault : scene.faults()) texts.push_back(fault.message);
  return texts;
}

SatisfyOutcome outcome_of(RequirementScene& scene, const SatisfyOrder& order) {
  SatisfyOutcome outcome;
  outcome.branch = scene.head()->branch;
  if (order.ttl_s) outcome.expires_at = scene.now() + *order.ttl_s;
  RequirementScene after(scene.stores(), scene.session());
  for (const model::Requirement* one : order.requirements) {
    outcome.names.push_back(one->name);
    const policy::JudgedRequirement judged = after.judge(*one);
    if (!judged.verdict.is_met()) {
      outcome.still_open.push_back(one->name + ": " + policy::reason_of(judged));
    }
  }
  outcome.faults = messages(scene);
  return outcome;
}

base::Result<SatisfyOutcome> save(RequirementScene& scene, const RequirementSessionId& session,
                                  const SatisfyOrder& order, const Caller& caller) {
  TRY(save_satisfied(scene, order));
  SatisfyOutcome outcome = outcome_of(scene, order);
  note_requirement(scene.stores(), session.run, caller.actor,
                   {.action = order.by == "approval" ? "approved" : "satisfied",
                    .names = outcome.names,
                    .branch = outcome.branch,
                    .by = order.by,
                    .detail = order.at_root ? "for the branch" : ""});
  return outcome;
}

base::Result<void> check_ttl(std::optional<std::int64_t> ttl_s) {
  if (!ttl_s || *ttl_s >= 0) return {};
  return base::Error{base::Code::invalid_value, "a time limit cannot be negative", ""};
}

}  // namespace

base::Result<SatisfyOutcome> satisfy_requirements(Workspace& workspace,
                                                  const RequirementSessionId& session,
                                                  const SatisfyRequest& request,
                                                  const Caller& caller) {
  RequirementScene scene(workspace.stores(), session.id);
  TRY(check_ttl(request.ttl_s));
  TRY_ASSIGN(const auto found, find_all(scene, request.names));
  return save(scene, session,
              {.requirements = found,
               .by = caller.actor,
               .metadata = request.metadata,
               .at_root = request.for_branch,
               .ttl_s = request.ttl_s},
              caller);
}

base::Result<SatisfyOutcome> approve_requirements(Workspace& workspace,
                                                  const RequirementSessionId& session,
                                                  const SatisfyRequest& request,
                                                  const Caller& caller) {
  RequirementScene scene(workspace.stores(), session.id);
  TRY(check_ttl(request.ttl_s));
  TRY_ASSIGN(const auto found, find_all(scene, request.names));
  SatisfyOutcome all;
  for (const model::Requirement* one : found) {
    TRY_ASSIGN(SatisfyOutcome outcome, save(scene, session,
                                            {.requirements = {one},
                                             .by = "approval",
                                             .metadata = request.metadata,
                                             .at_root = false,
                                             .ttl_s = request.ttl_s.value_or(one->approval_ttl_s)},
                                            caller));
    all.names.push_back(one->name);
    all.branch = outcome.branch;
    all.expires_at = outcome.expires_at;
    all.still_open.insert(all.still_open.end(), outcome.still_open.begin(),
                          outcome.still_open.end());
  }
  all.faults = messages(scene);
  return all;
}

base::Result<std::vector<std::string>> clear_requirements(Workspace& workspace,
                                                          const RequirementSessionId& session,
                                                          const ClearRequest& request,
                                                          const Caller& caller) {
  RequirementScene scene(workspace.stores(), session.id);
  if (!scene.head()) return base::Error{base::Code::unavailable, "not in a git repository", ""};
  std::vector<std::string> names = request.names;
  const bool all = names.empty();
  if (all) {
    for (const model::Requirement& one : scene.cascade().list) {
      if (one.scope != model::RequirementScope::permanent) names.push_back(one.name);
    }
  }
  std::vector<std::string> permanent;
  for (const std::string& name : names) {
    const model::Requirement* const one = scene.cascade().find(name);
    if (one == nullptr && scene.view().find(name) == nullptr) {
      return base::Error{base::Code::not_found, "no requirement is called " + name, ""};
    }
    if (one != nullptr && one->scope == model::RequirementScope::permanent) {
      permanent.push_back(name);
    }
  }
  if (!permanent.empty() && operator_proof(workspace) == OperatorProof::none) {
    return needs_operator("clearing what is permanent");
  }
  const auto clear = [&](store::BranchDocument& document) -> base::Result<void> {
    for (const std::string& name : names) {
      if (request.for_branch) {
        document.remove_requirement(name, scene.now());
        continue;
      }
      document.clear({name, {}, session.id}, scene.now());
      const model::Requirement* const one = scene.cascade().find(name);
      if (one != nullptr && policy::is_kept_at_root(one->scope)) {
        document.clear({name, one->scope, ""}, scene.now());
      }
    }
    return {};
  };
  TRY(scene.branches().update(scene.head()->branch, clear));
  if (!permanent.empty()) TRY(scene.branches().update_permanent(clear));
  note_requirement(scene.stores(), session.run, caller.actor,
                   {.action = "cleared",
                    .names = names,
                    .branch = scene.head()->branch,
                    .by = caller.actor,
                    .detail = request.for_branch ? "for the branch" : ""});
  return names;
}

base::Result<PruneOutcome> prune_requirements(Workspace& workspace,
                                              std::optional<std::int64_t> days) {
  RequirementScene scene(workspace.stores(), "");
  const model::Requirements& rules = scene.cascade();
  const store::BranchDocument::PruneLimits limits{
      .days = days.value_or(rules.prune_days),
      .keep = static_cast<std::size_t>(std::max<std::int64_t>(0, rules.prune_keep))};
  PruneOutcome outcome;
  for (const std::string& branch : scene.branches().branches()) {
    std::size_t gone = 0;
    TRY(scene.branches().update(branch, [&](store::BranchDocument& document) -> base::Result<void> {
      gone = document.prune(limits, scene.now());
      return {};
    }));
    if (gone == 0) continue;
    ++outcome.branches;
    outcome.entries += gone;
  }
  return outcome;
}

base::Result<void> rename_requirement_branch(Workspace& workspace, const std::string& from,
                                             const std::string& to) {
  return RequirementScene(workspace.stores(), "").branches().rename(from, to);
}

base::Result<std::string> pause_requirements(Workspace& workspace,
                                             const RequirementSessionId& session,
                                             const RequirementPause& pause, const Caller& caller) {
  Stores& stores = workspace.stores();
  RequirementScene scene(stores, session.id);
  const bool is_long = pause.duration && *pause.duration > kPauseWithoutOperatorMax;
  const bool asks_operator = is_long || !pause.duration;
  const bool is_operator = asks_operator && operator_proof(workspace) != OperatorProof::none;
  if (is_long && !is_operator) return needs_operator("a pause of more than 30 minutes");
  std::string until;
  if (pause.duration || !is_operator) {
    until =
        base::to_iso(stores.system.clock.now() + pause.duration.value_or(kPauseWithoutOperatorMax));
  }
  store::RequirementSession files(stores.system, scene.branches().folder(), session.short_id);
  TRY(files.set_pause({.paused_at = base::to_iso(stores.system.clock.now()),
                       .reason = pause.reason.empty() ? "manual" : pause.reason,
                       .until = until}));
  note_requirement(stores, session.run, caller.actor,
                   {.action = "paused",
                    .names = {},
                    .branch = session.branch,
                    .by = caller.actor,
                    .detail = pause.reason});
  return until;
}

base::Result<void> resume_requirements(Workspace& workspace, const RequirementSessionId& session,
                                       const Caller& caller) {
  Stores& stores = workspace.stores();
  RequirementScene scene(stores, session.id);
  store::RequirementSession files(stores.system, scene.branches().folder(), session.short_id);
  TRY(files.end_pause());
  note_requirement(stores, session.run, caller.actor,
                   {.action = "resumed",
                    .names = {},
                    .branch = session.branch,
                    .by = caller.actor,
                    .detail = ""});
  return {};
}

}  // namespace engine
