// What a person or a tool changes: satisfied, approved, cleared, paused, pruned, renamed.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "engine/operator.h"
#include "engine/redacted.h"
#include "engine/requirement.h"
#include "engine/requirement_change.h"
#include "policy/redaction.h"
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

SatisfyOutcome satisfy_outcome(RequirementScene& scene, const SatisfyOrder& order) {
  SatisfyOutcome outcome;
  outcome.branch = scene.head()->branch;
  RequirementScene after(scene.stores(), scene.session());
  for (const model::Requirement* one : order.requirements) {
    outcome.names.push_back(one->name);
    const auto end = end_of(order, *one, scene.now());
    if (end && (!outcome.expires_at || *end < *outcome.expires_at)) outcome.expires_at = end;
    const policy::JudgedRequirement judged = after.judge(*one);
    if (!judged.verdict.is_met()) {
      outcome.still_open.push_back(one->name + ": " + policy::reason_of(judged));
    }
  }
  outcome.faults = messages(scene);
  return outcome;
}

base::Result<void> check_ttl(std::optional<std::int64_t> ttl_s) {
  if (!ttl_s || *ttl_s >= 0) return {};
  return base::Error{base::Code::invalid_value, "a time limit cannot be negative", ""};
}

// What an agent may not say of itself: a skill or a tool shows it, a guard is no promise, and what
// is permanent outlives the agent. Evidence is checked besides, whoever says that it is there.
std::string why_not_by_an_agent(const model::Requirement& requirement) {
  if (requirement.type == model::RequirementType::guard) return "it is a guard";
  if (requirement.scope == model::RequirementScope::permanent) return "it is permanent";
  if (!requirement.satisfied_by.empty()) {
    return "the skill " + requirement.satisfied_by.front() + " satisfies it";
  }
  if (!requirement.satisfied_by_tools.empty()) {
    return "the tool " + requirement.satisfied_by_tools.front().tool + " satisfies it";
  }
  return "";
}

base::Result<void> check_may_satisfy(Workspace& workspace,
                                     const std::vector<const model::Requirement*>& requirements,
                                     const Caller& caller) {
  for (const model::Requirement* one : requirements) {
    const std::string why = why_not_by_an_agent(*one);
    // Who asks is found out only where it matters: that is a walk over runs and processes.
    if (why.empty()) continue;
    TRY(require_person(workspace, "satisfying " + one->name + " by hand (" + why + ")", caller));
  }
  return {};
}

// What `order` says besides the request: by whom, and where.
base::Result<SatisfyOutcome> save(Workspace& workspace, RequirementScene& scene,
                                  const RequirementSessionId& session,
                                  const SatisfyRequest& request, SatisfyOrder order,
                                  const Caller& caller) {
  TRY(check_ttl(request.ttl_s));
  TRY_ASSIGN(order.requirements, find_all(scene, request.names));
  TRY(check_may_satisfy(workspace, order.requirements, caller));
  order.metadata = redacted(request.metadata);
  order.ttl_s = request.ttl_s;
  TRY(save_satisfied(scene, order));
  SatisfyOutcome outcome = satisfy_outcome(scene, order);
  note_requirement(scene.stores(), session.run, caller.actor,
                   {.action = order.by == "approval" ? "approved" : "satisfied",
                    .names = outcome.names,
                    .branch = outcome.branch,
                    .by = order.by,
                    .detail = order.at_root ? "for the branch" : ""});
  return outcome;
}

// Those that are named, else all that an agent may clear.
base::Result<std::vector<std::string>> names_to_clear(RequirementScene& scene,
                                                      const ClearRequest& request) {
  std::vector<std::string> names = request.names;
  if (names.empty()) {
    for (const model::Requirement& one : scene.cascade().list) {
      if (one.scope != model::RequirementScope::permanent) names.push_back(one.name);
    }
    return names;
  }
  for (const std::string& name : names) {
    const bool is_known =
        scene.cascade().find(name) != nullptr || scene.view().find(name) != nullptr;
    if (is_known) continue;
    return base::Error{base::Code::not_found, "no requirement is called " + name,
                       "`req list` shows those there are."};
  }
  return names;
}

// Notes in `cleared` what there was to clear.
void clear_in(store::BranchDocument& document, RequirementScene& scene,
              const std::vector<std::string>& names, bool for_branch,
              std::vector<std::string>& cleared) {
  const model::BranchView view = document.view(scene.session());
  for (const std::string& name : names) {
    const model::RequirementRecord* const record = view.find(name);
    if (record == nullptr) continue;
    const model::Requirement* const one = scene.cascade().find(name);
    const bool is_at_root = one != nullptr && policy::is_kept_at_root(one->scope);
    const bool has_own = record->own && record->own->satisfied;
    const bool has_root = is_at_root && record->root && record->root->satisfied;
    if (for_branch) {
      document.remove_requirement(name, scene.now());
    } else {
      if (!scene.session().empty()) document.clear({name, {}, scene.session()}, scene.now());
      if (has_root) document.clear({name, one->scope, ""}, scene.now());
    }
    const bool is_new = std::find(cleared.begin(), cleared.end(), name) == cleared.end();
    if (is_new && (for_branch || has_own || has_root)) cleared.push_back(name);
  }
}

// A mark on the branch is never used up, so that it cannot stand for a single use (B4-8).
base::Result<void> check_single_use(const model::Requirements& rules,
                                    const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const model::Requirement* const one = rules.find(name);
    if (one == nullptr || one->scope != model::RequirementScope::single_use) continue;
    return base::Error{base::Code::invalid_params,
                       name + " is for a single use, so it cannot be satisfied for a whole branch",
                       "Satisfy it for the session alone."};
  }
  return {};
}

}  // namespace

bool is_beyond_sessions(const model::Requirements& rules, const std::vector<std::string>& names) {
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    const model::Requirement* const one = rules.find(name);
    return one != nullptr && (one->scope == model::RequirementScope::branch ||
                              one->scope == model::RequirementScope::permanent);
  });
}

base::Result<SatisfyOutcome> satisfy_requirements(Workspace& workspace,
                                                  const RequirementSessionId& session,
                                                  const SatisfyRequest& request,
                                                  const Caller& caller) {
  RequirementScene scene(workspace.stores(), session.id);
  if (request.for_branch) TRY(check_single_use(scene.cascade(), request.names));
  return save(workspace, scene, session, request,
              {.by = caller.actor, .at_root = request.for_branch}, caller);
}

base::Result<SatisfyOutcome> approve_requirements(Workspace& workspace,
                                                  const RequirementSessionId& session,
                                                  const SatisfyRequest& request,
                                                  const Caller& caller) {
  TRY(require_person(workspace, "an approval", caller));
  RequirementScene scene(workspace.stores(), session.id);
  return save(workspace, scene, session, request, {.by = "approval"}, caller);
}

base::Result<std::vector<std::string>> clear_requirements(Workspace& workspace,
                                                          const RequirementSessionId& session,
                                                          const ClearRequest& request,
                                                          const Caller& caller) {
  RequirementScene scene(workspace.stores(), session.id);
  if (!scene.head()) return base::Error{base::Code::unavailable, "not in a git repository", ""};
  TRY_ASSIGN(const std::vector<std::string> names, names_to_clear(scene, request));
  const bool has_permanent = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    const model::Requirement* const one = scene.cascade().find(name);
    return one != nullptr && one->scope == model::RequirementScope::permanent;
  });
  if (has_permanent) TRY(require_person(workspace, "clearing what is permanent", caller));
  std::vector<std::string> cleared;
  const auto clear = [&](store::BranchDocument& document) -> base::Result<void> {
    clear_in(document, scene, names, request.for_branch, cleared);
    return {};
  };
  TRY(scene.branches().update(scene.head()->branch, clear));
  if (has_permanent) TRY(scene.branches().update_permanent(clear));
  if (cleared.empty()) return cleared;
  note_requirement(scene.stores(), session.run, caller.actor,
                   {.action = "cleared",
                    .names = cleared,
                    .branch = scene.head()->branch,
                    .by = caller.actor,
                    .detail = request.for_branch ? "for the branch" : ""});
  return cleared;
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
  TRY(require_person(workspace, "a pause of the requirements", caller));
  // Without a duration it lasts until `req resume`.
  std::string until;
  if (pause.duration) until = base::to_iso(stores.system.clock.now() + *pause.duration);
  store::RequirementSession files(stores.system, scene.branches().folder(), session.short_id);
  TRY(files.set_pause({.paused_at = base::to_iso(stores.system.clock.now()),
                       .reason = pause.reason.empty() ? "manual" : policy::redact(pause.reason),
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
