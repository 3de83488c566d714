#include "model/requirement.h"

#include <gtest/gtest.h>

#include "model/requirement_state.h"

namespace model {
namespace {

Requirement named(const std::string& name) {
  Requirement requirement;
  requirement.name = name;
  requirement.enabled = true;
  return requirement;
}

std::vector<std::string> satisfied(const Requirements& requirements, std::string_view skill) {
  std::vector<std::string> names;
  for (const Requirement* one : satisfied_by_skill(requirements, skill)) names.push_back(one->name);
  return names;
}

using Names = std::vector<std::string>;

// S4-15, S4-36, S4-38, S4-39, S4-99
TEST(SatisfiedBySkill, AReviewOfTheArchitectureSatisfiesFour) {
  Requirements all;
  for (const char* name :
       {"commit_plan", "adr_reviewed", "tdd_planned", "solid_reviewed", "github_ticket"}) {
    all.list.push_back(named(name));
  }
  const Names four{"commit_plan", "adr_reviewed", "tdd_planned", "solid_reviewed"};
  EXPECT_EQ(satisfied(all, "arch-review"), four);
  EXPECT_EQ(satisfied(all, "/arch-review"), four);
  EXPECT_EQ(satisfied(all, "plan-review"), four);
  EXPECT_EQ(satisfied(all, "requirements-framework:arch-review"), four);
  EXPECT_EQ(satisfied(all, "another-plugin:arch-review"), Names{});
  EXPECT_EQ(satisfied(all, "arch-reviews"), Names{});
  EXPECT_EQ(satisfied(all, ""), Names{});
}

// S4-100
TEST(SatisfiedBySkill, TheOtherSkillsOfTheFrameworkHaveTheirOwn) {
  Requirements all;
  all.list = {named("pre_commit_review"), named("pre_pr_review"), named("codex_reviewer")};
  EXPECT_EQ(satisfied(all, "pre-commit"), Names{"pre_commit_review"});
  EXPECT_EQ(satisfied(all, "quality-check"), Names{"pre_pr_review"});
  EXPECT_EQ(satisfied(all, "deep-review"), Names{"pre_pr_review"});
  EXPECT_EQ(satisfied(all, "codex-review"), Names{"codex_reviewer"});
}

// S4-38, S4-75, S4-109
TEST(SatisfiedBySkill, FilesAddSkillsAndADisabledOneIsLeftOut) {
  Requirements all;
  Requirement resolved = named("architecture_reviewed");
  resolved.resolving_skill = "arch-review";
  Requirement by_skill = named("licence_checked");
  by_skill.satisfied_by = {"our-plugin:licences", "/licence-check"};
  Requirement disabled = named("commit_plan");
  disabled.enabled = false;
  all.list = {resolved, by_skill, disabled};
  EXPECT_EQ(satisfied(all, "arch-review"), Names{"architecture_reviewed"});
  EXPECT_EQ(satisfied(all, "our-plugin:licences"), Names{"licence_checked"});
  EXPECT_EQ(satisfied(all, "other:licences"), Names{});
  EXPECT_EQ(satisfied(all, "any:licence-check"), Names{"licence_checked"});
}

// S4-18, S4-19, S4-21, B4-2
TEST(ShortSessionId, OnlyAFullUuidIsShortened) {
  EXPECT_EQ(short_session_id("cad0ac4d-3933-45ad-9a1c-14aec05bb940"), "cad0ac4d");
  EXPECT_EQ(short_session_id("CAD0AC4D-3933-45AD-9A1C-14AEC05BB940"), "cad0ac4d");
  for (const char* same :
       {"cad0ac4d", "2025-12-21-session-01", "2025-12-21-session-02", "abc", ""}) {
    EXPECT_EQ(short_session_id(same), same);
  }
}

TEST(RequirementNames, AreThoseOfTheFiles) {
  EXPECT_EQ(requirement_scope_from_name("single_use"), RequirementScope::single_use);
  EXPECT_EQ(name_of(RequirementScope::permanent), "permanent");
  EXPECT_EQ(requirement_type_from_name("dynamic"), RequirementType::dynamic);
  EXPECT_EQ(guard_type_from_name("single_session"), GuardType::single_session);
  EXPECT_EQ(enforcing_from_name("observe"), Enforcing::observe);
  EXPECT_EQ(requirement_scope_from_name("Session"), std::nullopt);
}

}  // namespace
}  // namespace model
