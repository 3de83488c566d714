#include "policy/requirement.h"

#include <algorithm>
#include <array>
#include <utility>

namespace policy {
namespace {

using model::RequirementEntry;
using model::RequirementScope;
using model::RequirementType;

constexpr std::string_view kApproval = "approval";

bool is_approval(const RequirementEntry& entry) { return entry.satisfied_by == kApproval; }

bool is_over(std::optional<std::int64_t> expires_at, std::int64_t now) {
  return expires_at && now >= *expires_at;
}

// A clock that was set back makes nothing older than it is.
std::int64_t age_of(std::int64_t since, std::int64_t now) {
  return std::max<std::int64_t>(0, now - since);
}

// The entries that may satisfy, the weightiest first.
std::array<const RequirementEntry*, 3> candidates(const model::Requirement& requirement,
                                                  const model::RequirementRecord& record) {
  const auto pointer = [](const std::optional<RequirementEntry>& entry) {
    return entry && entry->satisfied ? &*entry : nullptr;
  };
  const RequirementEntry* const own = pointer(record.own);
  const RequirementEntry* const approval = own != nullptr && is_approval(*own) ? own : nullptr;
  // Guards and measures have no scope of their own: they are approved for a session.
  if (requirement.type != RequirementType::blocking) return {own, pointer(record.root), nullptr};
  switch (requirement.scope) {
    case RequirementScope::session:
      return {own, pointer(record.root), nullptr};
    case RequirementScope::single_use:
      return {own, nullptr, nullptr};
    case RequirementScope::branch:
      return {pointer(record.root), approval, nullptr};
    case RequirementScope::permanent:
      return {pointer(record.permanent), pointer(record.root), approval};
  }
  return {};
}

Standing standing_of_entry(const model::Requirement& requirement, const RequirementFacts& facts,
                           const RequirementEntry& entry) {
  if (!is_in_time(requirement, entry, facts.now)) return Standing::expired;
  // An approval stands for itself: it is a person's word, not a result.
  if (is_approval(entry)) return Standing::met;
  const bool is_bound = !requirement.fingerprint.empty() && !entry.fingerprint.empty();
  if (is_bound && facts.fingerprint && *facts.fingerprint != entry.fingerprint) {
    return Standing::stale;
  }
  return facts.missing_evidence.empty() ? Standing::met : Standing::no_evidence;
}

RequirementVerdict judge_entries(const model::Requirement& requirement,
                                 const RequirementFacts& facts) {
  RequirementVerdict verdict;
  verdict.standing = facts.is_record_known ? Standing::unmet : Standing::unknown;
  if (facts.record == nullptr) return verdict;
  const RequirementEntry* const entry = deciding_entry(requirement, *facts.record, facts.now);
  if (entry == nullptr) return verdict;
  verdict.by = *entry;
  verdict.standing = standing_of_entry(requirement, facts, *entry);
  verdict.approved = verdict.is_met() && is_approval(*entry);
  return verdict;
}

bool guard_holds(const model::Requirement& requirement, const RequirementFacts& facts) {
  switch (requirement.guard) {
    case model::GuardType::protected_branch: {
      const auto& branches = requirement.protected_branches;
      return facts.branch.empty() ||
             std::find(branches.begin(), branches.end(), facts.branch) == branches.end();
    }
    case model::GuardType::single_session:
      return facts.other_sessions.empty();
    case model::GuardType::unclaimed:
      return facts.claims.empty();
  }
  return true;
}

}  // namespace

std::string_view name_of(Standing standing) {
  constexpr std::array<std::pair<Standing, std::string_view>, 8> kNames{
      {{Standing::met, "met"},
       {Standing::unmet, "unmet"},
       {Standing::expired, "expired"},
       {Standing::stale, "stale"},
       {Standing::no_evidence, "no_evidence"},
       {Standing::guarded, "guarded"},
       {Standing::exceeded, "exceeded"},
       {Standing::unknown, "unknown"}}};
  for (const auto& [value, name] : kNames) {
    if (value == standing) return name;
  }
  return {};
}

bool is_in_time(const model::Requirement& requirement, const RequirementEntry& entry,
                std::int64_t now) {
  if (requirement.type == RequirementType::blocking &&
      requirement.scope == RequirementScope::permanent && !is_approval(entry)) {
    return true;
  }
  if (is_over(entry.expires_at, now)) return false;
  const bool may_age = requirement.replan_ttl_s && entry.satisfied_at && !is_approval(entry);
  return !may_age || age_of(*entry.satisfied_at, now) < *requirement.replan_ttl_s;
}

const RequirementEntry* deciding_entry(const model::Requirement& requirement,
                                       const model::RequirementRecord& record, std::int64_t now) {
  const RequirementEntry* late = nullptr;
  for (const RequirementEntry* entry : candidates(requirement, record)) {
    if (entry == nullptr) continue;
    if (is_in_time(requirement, *entry, now)) return entry;
    if (late == nullptr) late = entry;
  }
  return late;
}

RequirementVerdict judge(const model::Requirement& requirement, const RequirementFacts& facts) {
  RequirementVerdict verdict = judge_entries(requirement, facts);
  switch (requirement.type) {
    case RequirementType::blocking:
      return verdict;
    case RequirementType::guard:
      if (guard_holds(requirement, facts)) return {};
      if (!verdict.is_met()) verdict.standing = Standing::guarded;
      return verdict;
    case RequirementType::dynamic: {
      if (!facts.measure) return {};
      const double value = facts.measure->value;
      RequirementVerdict measured;
      measured.over_warning = requirement.warn_at && value > *requirement.warn_at;
      if (!requirement.block_at || value <= *requirement.block_at) return measured;
      measured.by = verdict.by;
      measured.approved = verdict.is_met();
      measured.standing = verdict.is_met() ? Standing::met : Standing::exceeded;
      return measured;
    }
  }
  return verdict;
}

}  // namespace policy
