#include "policy/requirement.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

using model::RequirementEntry;
using model::RequirementRecord;
using model::RequirementScope;

constexpr std::int64_t kNowSeconds = 1'700'000'000;

model::Requirement blocking(RequirementScope scope) {
  model::Requirement requirement;
  requirement.name = "commit_plan";
  requirement.enabled = true;
  requirement.scope = scope;
  return requirement;
}

RequirementEntry satisfied(std::int64_t at = kNowSeconds - 10) {
  RequirementEntry entry;
  entry.satisfied = true;
  entry.satisfied_at = at;
  entry.satisfied_by = "skill";
  return entry;
}

RequirementEntry approved(std::int64_t until) {
  RequirementEntry entry = satisfied();
  entry.satisfied_by = "approval";
  entry.expires_at = until;
  return entry;
}

Standing standing(const model::Requirement& requirement, const RequirementRecord& record,
                  RequirementFacts facts = {}) {
  facts.record = &record;
  facts.now = kNowSeconds;
  return judge(requirement, facts).standing;
}

// S4-11, S4-67: nothing on file, or only another session's entry, is not satisfied.
TEST(Judge, WhatIsNotOnFileIsUnmet) {
  for (const auto scope : {RequirementScope::session, RequirementScope::branch,
                           RequirementScope::single_use, RequirementScope::permanent}) {
    EXPECT_EQ(judge(blocking(scope), {.record = nullptr, .now = kNowSeconds}).standing,
              Standing::unmet);
    EXPECT_EQ(standing(blocking(scope), {}), Standing::unmet);
  }
}

// S4-27: an own error is no reason to deny.
TEST(Judge, WhatCouldNotBeReadDeniesNothing) {
  model::Requirement guard = blocking(RequirementScope::session);
  guard.type = model::RequirementType::guard;
  guard.protected_branches = {"main"};
  for (const model::Requirement& one : {blocking(RequirementScope::session), guard}) {
    const auto verdict =
        judge(one, {.is_record_known = false, .now = kNowSeconds, .branch = "main"});
    EXPECT_EQ(verdict.standing, Standing::unknown);
    EXPECT_TRUE(verdict.is_met());
  }
}

struct ScopeRow {
  RequirementScope scope;
  bool by_own;
  bool by_root;
  bool by_permanent;
};

// S4-8, S4-32, S4-33, S4-34, S4-35, S4-97, B4-8, B4-16
TEST(Judge, EachScopeLooksAtItsOwnPlace) {
  for (const ScopeRow& row : {ScopeRow{RequirementScope::session, true, true, false},
                              ScopeRow{RequirementScope::single_use, true, false, false},
                              ScopeRow{RequirementScope::branch, false, true, false},
                              ScopeRow{RequirementScope::permanent, false, true, true}}) {
    const auto expected = [](bool met) { return met ? Standing::met : Standing::unmet; };
    const model::Requirement requirement = blocking(row.scope);
    EXPECT_EQ(standing(requirement, {.root = {}, .own = satisfied(), .permanent = {}}),
              expected(row.by_own))
        << name_of(row.scope);
    EXPECT_EQ(standing(requirement, {.root = satisfied(), .own = {}, .permanent = {}}),
              expected(row.by_root))
        << name_of(row.scope);
    EXPECT_EQ(standing(requirement, {.root = {}, .own = {}, .permanent = satisfied()}),
              expected(row.by_permanent))
        << name_of(row.scope);
  }
}

// S4-76, S4-108, B4-21, SC-80
TEST(Judge, AnApprovalEndsExactlyAtItsTime) {
  for (const auto scope : {RequirementScope::session, RequirementScope::branch,
                           RequirementScope::single_use, RequirementScope::permanent}) {
    const model::Requirement requirement = blocking(scope);
    EXPECT_EQ(
        standing(requirement, {.root = {}, .own = approved(kNowSeconds + 1), .permanent = {}}),
        Standing::met);
    EXPECT_EQ(standing(requirement, {.root = {}, .own = approved(kNowSeconds), .permanent = {}}),
              Standing::expired);
  }
}

TEST(Judge, PermanentIgnoresAnEnd) {
  RequirementEntry entry = satisfied();
  entry.expires_at = kNowSeconds - 1;
  EXPECT_EQ(
      standing(blocking(RequirementScope::permanent), {.root = entry, .own = {}, .permanent = {}}),
      Standing::met);
  EXPECT_EQ(
      standing(blocking(RequirementScope::branch), {.root = entry, .own = {}, .permanent = {}}),
      Standing::expired);
}

TEST(Judge, AnOverrideOfTheBranchHelpsWhereTheOwnEntryIsOver) {
  RequirementEntry late = satisfied();
  late.expires_at = kNowSeconds - 1;
  EXPECT_EQ(standing(blocking(RequirementScope::session),
                     {.root = satisfied(), .own = late, .permanent = {}}),
            Standing::met);
}

TEST(Judge, APlanGrowsOld) {
  model::Requirement requirement = blocking(RequirementScope::session);
  requirement.replan_ttl_s = 100;
  const auto of_age = [&](std::int64_t age) {
    return standing(requirement,
                    {.root = {}, .own = satisfied(kNowSeconds - age), .permanent = {}});
  };
  EXPECT_EQ(of_age(99), Standing::met);
  EXPECT_EQ(of_age(100), Standing::expired);
  EXPECT_EQ(of_age(-5000), Standing::met);  // A clock that was set back.
}

TEST(Judge, OtherContentMakesItStaleAndUnknownContentDoesNot) {
  model::Requirement requirement = blocking(RequirementScope::session);
  requirement.fingerprint.paths = {"src"};
  RequirementEntry bound = satisfied();
  bound.fingerprint = "tree:1";
  const RequirementRecord record{.root = {}, .own = bound, .permanent = {}};
  EXPECT_EQ(standing(requirement, record, {.fingerprint = "tree:1"}), Standing::met);
  EXPECT_EQ(standing(requirement, record, {.fingerprint = "tree:2"}), Standing::stale);
  EXPECT_EQ(standing(requirement, record, {.fingerprint = std::nullopt}), Standing::met);
  requirement.fingerprint.paths.clear();
  EXPECT_EQ(standing(requirement, record, {.fingerprint = "tree:2"}), Standing::met);
}

TEST(Judge, TheMarkAloneIsNotEnoughWhereEvidenceIsAskedFor) {
  const model::Requirement requirement = blocking(RequirementScope::session);
  EXPECT_EQ(standing(requirement, {.root = {}, .own = satisfied(), .permanent = {}},
                     {.missing_evidence = "no plan"}),
            Standing::no_evidence);
  EXPECT_EQ(standing(requirement, {.root = {}, .own = approved(kNowSeconds + 60), .permanent = {}},
                     {.missing_evidence = "no plan"}),
            Standing::met);
}

TEST(Judge, AProtectedBranchIsGuardedUntilApproved) {
  model::Requirement guard = blocking(RequirementScope::session);
  guard.type = model::RequirementType::guard;
  guard.protected_branches = {"main", "master"};
  EXPECT_EQ(standing(guard, {}, {.branch = "main"}), Standing::guarded);
  EXPECT_EQ(standing(guard, {}, {.branch = "feature/main"}), Standing::met);
  EXPECT_EQ(standing(guard, {}, {.branch = ""}), Standing::met);
  EXPECT_EQ(standing(guard, {.root = {}, .own = approved(kNowSeconds + 60), .permanent = {}},
                     {.branch = "main"}),
            Standing::met);
  EXPECT_EQ(standing(guard, {.root = {}, .own = approved(kNowSeconds), .permanent = {}},
                     {.branch = "main"}),
            Standing::guarded);
}

TEST(Judge, ASecondSessionIsGuarded) {
  model::Requirement guard = blocking(RequirementScope::session);
  guard.type = model::RequirementType::guard;
  guard.guard = model::GuardType::single_session;
  EXPECT_EQ(standing(guard, {}, {}), Standing::met);
  EXPECT_EQ(standing(guard, {}, {.other_sessions = {"1f0c22aa"}}), Standing::guarded);
}

TEST(Judge, AFileThatSomebodyElseHasTouchedIsGuardedUntilApproved) {
  model::Requirement guard = blocking(RequirementScope::session);
  guard.type = model::RequirementType::guard;
  guard.guard = model::GuardType::unclaimed;
  EXPECT_EQ(standing(guard, {}, {}), Standing::met);
  EXPECT_EQ(standing(guard, {}, {.claims = {"desk/ana's run"}}), Standing::guarded);
  EXPECT_EQ(standing(guard, {.root = {}, .own = approved(kNowSeconds + 60), .permanent = {}},
                     {.claims = {"desk/ana's run"}}),
            Standing::met);
}

// S4-77
TEST(Judge, ANumberOverItsThresholdBlocksAndOneThatIsNotKnownDoesNot) {
  model::Requirement dynamic = blocking(RequirementScope::session);
  dynamic.type = model::RequirementType::dynamic;
  dynamic.warn_at = 250;
  dynamic.block_at = 400;
  const auto at = [&](double value) {
    const RequirementRecord none;
    return judge(dynamic, {.record = &none, .now = kNowSeconds, .measure = Measure{value, ""}});
  };
  EXPECT_TRUE(at(250).is_met());
  EXPECT_FALSE(at(250).over_warning);
  EXPECT_TRUE(at(251).over_warning);
  EXPECT_TRUE(at(400).is_met());
  EXPECT_EQ(at(401).standing, Standing::exceeded);
  EXPECT_TRUE(judge(dynamic, {.now = kNowSeconds}).is_met());
  const RequirementRecord record{.root = {}, .own = approved(kNowSeconds + 60), .permanent = {}};
  EXPECT_TRUE(judge(dynamic, {.record = &record, .now = kNowSeconds, .measure = Measure{900, ""}})
                  .is_met());
}

}  // namespace
}  // namespace policy
