#include "engine/requirement_rules.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/events.h"
#include "engine/requirement.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using base::Json;

constexpr const char* kUserFile = "/home/dev/.claude/requirements.yaml";
constexpr const char* kPlanRules = "requirements:\n  plan:\n    enabled: true # now\n";

class RequirementRulesTest : public ::testing::Test {
 protected:
  RequirementRulesTest() { poke(kProjectRules, kPlanRules); }

  void poke(const char* path, std::string_view text) { scene_.fake.files.poke(path, text); }
  std::string peek(const char* path) { return scene_.fake.files.peek(path).value_or("(none)"); }

  base::Result<RulePlan> plan(const RuleChange& change) {
    auto workspace = scene_.workspace();
    return plan_rule_change(workspace, change);
  }
  RuleChange setting(const std::string& key, const Json& value,
                     RuleLevel level = RuleLevel::local) {
    RuleChange change{.name = "plan", .settings = {}, .level = level};
    change.settings.push_back({key, base::JsonBox(value)});
    return change;
  }
  base::Result<RulePlan> change(const RuleChange& wanted) {
    auto workspace = scene_.workspace();
    TRY_ASSIGN(RulePlan planned, plan_rule_change(workspace, wanted));
    TRY(apply_rule_change(workspace, wanted, planned, {}));
    return planned;
  }

  Scene scene_;
};

TEST_F(RequirementRulesTest, TheLocalFileIsMadeAndKeptOutOfGit) {
  const auto planned = change(setting("enabled", false));
  ASSERT_TRUE(planned.ok()) << planned.error().message;
  EXPECT_TRUE(planned->is_new);
  EXPECT_EQ(planned->file, kLocalRules);
  EXPECT_EQ(peek(kLocalRules),
            "# Requirements on this machine alone; git does not see this file.\nversion: "
            "\"1.0\"\nrequirements:\n  plan:\n    enabled: false\n");
  EXPECT_NE(peek(kExcludeFile).find("/.claude/requirements.local.yaml\n"), std::string::npos);
  EXPECT_EQ(peek(kProjectRules), kPlanRules);
  auto workspace = scene_.workspace();
  EXPECT_FALSE(requirement_rules(workspace).find("plan")->enabled);
}

TEST_F(RequirementRulesTest, EachLevelHasItsFile) {
  ASSERT_TRUE(change(setting("enabled", false, RuleLevel::project)).ok());
  EXPECT_EQ(peek(kProjectRules), "requirements:\n  plan:\n    enabled: false # now\n");
  EXPECT_EQ(peek(kExcludeFile), "(none)");
  const auto user = change(setting("enabled", true, RuleLevel::user));
  ASSERT_TRUE(user.ok()) << user.error().message;
  EXPECT_EQ(peek(kUserFile), "version: \"1.0\"\nrequirements:\n  plan:\n    enabled: true\n");
  ASSERT_EQ(user->remarks.size(), 1U);
  EXPECT_NE(user->remarks[0].find(std::string(kProjectRules) + ":3 goes before it"),
            std::string::npos)
      << user->remarks[0];
}

TEST_F(RequirementRulesTest, AFileBehindInheritFalseIsSaidNotToCount) {
  poke(kProjectRules, "inherit: false\nrequirements:\n  plan:\n    scope: branch\n");
  const auto user = change(setting("enabled", true, RuleLevel::user));
  ASSERT_TRUE(user.ok());
  ASSERT_EQ(user->remarks.size(), 1U);
  EXPECT_NE(user->remarks[0].find("inherit: false"), std::string::npos);
}

TEST_F(RequirementRulesTest, WhatTheCascadeWouldNotUnderstandIsRefusedAndNothingIsWritten) {
  for (const auto& [key, value] : std::vector<std::pair<std::string, Json>>{
           {"scope", "galaxy"}, {"enforce", 7}, {"trigger_tools", "Edit"}, {"scpoe", "branch"}}) {
    SCOPED_TRACE(key);
    const auto changed = change(setting(key, value));
    ASSERT_FALSE(changed.ok());
    EXPECT_EQ(changed.error().code, base::Code::invalid_value);
    EXPECT_EQ(peek(kLocalRules), "(none)");
  }
  // A value that needs others is judged with them.
  poke(kProjectRules,
       "requirements:\n  plan:\n    type: dynamic\n    calculator: branch_size\n    thresholds: "
       "{block: 4}\n");
  EXPECT_TRUE(change(setting("thresholds.block", 5)).ok());
}

TEST_F(RequirementRulesTest, AMistakeCanBeMended) {
  poke(kProjectRules, "requirements:\n  plan:\n    scope: galaxy\n");
  ASSERT_TRUE(change(setting("scope", "branch", RuleLevel::project)).ok());
  EXPECT_EQ(peek(kProjectRules), "requirements:\n  plan:\n    scope: branch\n");
}

TEST_F(RequirementRulesTest, ARequirementThatNoFileHasIsNotMade) {
  RuleChange wanted = setting("enabled", true);
  wanted.name = "paln";
  const auto changed = change(wanted);
  ASSERT_FALSE(changed.ok());
  EXPECT_EQ(changed.error().code, base::Code::not_found);
  EXPECT_NE(changed.error().hint.find("plan"), std::string::npos);
}

TEST_F(RequirementRulesTest, SomebodyElsesChangeInBetweenIsNotLost) {
  auto workspace = scene_.workspace();
  const RuleChange wanted = setting("enabled", false, RuleLevel::project);
  const auto planned = plan_rule_change(workspace, wanted);
  ASSERT_TRUE(planned.ok());
  poke(kProjectRules, "requirements: {plan: {enabled: true, scope: branch}}\n");
  EXPECT_EQ(apply_rule_change(workspace, wanted, *planned, {}).error().code,
            base::Code::version_conflict);
  EXPECT_NE(peek(kProjectRules).find("scope: branch"), std::string::npos);
}

TEST_F(RequirementRulesTest, AChangeIsMadeOrNotAndNeverByHalf) {
  const std::string after = "requirements:\n  plan:\n    enabled: false # now\n";
  bool was_made = false;
  for (std::size_t at = 0; !was_made && at < 200; ++at) {
    SCOPED_TRACE(at);
    poke(kProjectRules, kPlanRules);
    auto workspace = scene_.workspace();
    const RuleChange wanted = setting("enabled", false, RuleLevel::project);
    const auto planned = plan_rule_change(workspace, wanted);
    ASSERT_TRUE(planned.ok());
    scene_.fake.files.arm({.kind = os::Fault::Kind::crash, .at_call = at});
    was_made = apply_rule_change(workspace, wanted, *planned, {}).ok();
    scene_.fake.files.crash();
    const std::string text = peek(kProjectRules);
    EXPECT_TRUE(text == after || (!was_made && text == kPlanRules)) << text;
  }
  EXPECT_TRUE(was_made);
}

// B4-24: a person's change is on record in the session that it is made for.
TEST_F(RequirementRulesTest, AChangeIsInTheJournalOfTheSession) {
  scene_.send(scene_.event(model::EventKind::session_start));
  ASSERT_TRUE(change(setting("enabled", false)).ok());
  auto workspace = scene_.workspace();
  Json last;
  ASSERT_TRUE(each_event(workspace, {Scene::kRun}, [&](const model::JournalEvent& event) {
                if (event.kind == "requirement") last = event.payload.get();
                return true;
              }).ok());
  EXPECT_EQ(last.value("action", ""), "configured");
  EXPECT_EQ(last.value("names", Json()), Json::array({"plan"}));
  EXPECT_NE(last.value("detail", "").find("enabled=false in"), std::string::npos);
}

TEST_F(RequirementRulesTest, TheModeOfAFileStays) {
  ASSERT_TRUE(scene_.fake.files.set_mode(kProjectRules, 0640).ok());
  ASSERT_TRUE(change(setting("enabled", false, RuleLevel::project)).ok());
  EXPECT_EQ(scene_.fake.files.info(kProjectRules)->mode, 0640U);
}

TEST_F(RequirementRulesTest, ALinkOutOfTheProjectIsNotFollowed) {
  poke("/home/dev/other.yaml", "requirements: {}\n");
  scene_.fake.files.make_link(kLocalRules, "/home/dev/other.yaml");
  const auto changed = change(setting("enabled", false));
  ASSERT_FALSE(changed.ok());
  EXPECT_EQ(changed.error().code, base::Code::refused);
  EXPECT_EQ(peek("/home/dev/other.yaml"), "requirements: {}\n");
}

TEST_F(RequirementRulesTest, ALinkInTheUsersHomeIsFollowedAndStays) {
  poke("/home/dev/dotfiles/r.yaml", "requirements: {plan: {enabled: true}}\n");
  scene_.fake.files.make_link(kUserFile, "/home/dev/dotfiles/r.yaml");
  ASSERT_TRUE(change(setting("enabled", false, RuleLevel::user)).ok());
  EXPECT_EQ(peek("/home/dev/dotfiles/r.yaml"), "requirements: {plan: {enabled: false}}\n");
  EXPECT_EQ(scene_.fake.files.link_info(kUserFile)->kind, os::FileKind::link);
}

TEST_F(RequirementRulesTest, ValuesAreListedWithTheFileThatCounts) {
  poke(kLocalRules, "requirements:\n  plan:\n    enabled: false\n");
  auto workspace = scene_.workspace();
  const auto values = rule_values(workspace, "plan");
  ASSERT_EQ(values.size(), 2U);
  EXPECT_FALSE(values[0].counts);
  EXPECT_EQ(values[0].file, kProjectRules);
  EXPECT_TRUE(values[1].counts);
  EXPECT_EQ(values[1].value, "false");
  EXPECT_EQ(values[1].line, 3);
}

// B4-24: the agent cannot change its own rules.
TEST_F(RequirementRulesTest, AnAgentMayNotChangeRules) {
  auto workspace = scene_.workspace();
  EXPECT_TRUE(check_may_change_rules(workspace, {}).ok());
  EXPECT_TRUE(check_may_make_rules(scene_.fake.system(), {}).ok());
  const SessionChoice by_host{.given = std::nullopt, .host_session = Scene::kRun};
  EXPECT_EQ(check_may_change_rules(workspace, by_host).error().code, base::Code::mode_forbidden);
  EXPECT_EQ(check_may_make_rules(scene_.fake.system(), by_host).error().code,
            base::Code::mode_forbidden);
  scene_.send(scene_.event(model::EventKind::session_start));
  scene_.fake.environment.set_terminal(true);
  EXPECT_EQ(check_may_change_rules(workspace, {}).error().code, base::Code::mode_forbidden);
}

// In a project that has only requirements there is no run to ask, but a registered session.
TEST_F(RequirementRulesTest, AnAgentIsKnownByTheRegistryToo) {
  poke("/home/dev/.claude/settings.json", "{}");
  ASSERT_TRUE(scene_.fake.files.remove("/home/dev/project/.holdfast/config.yaml").ok());
  scene_.send(scene_.event(model::EventKind::session_start));
  auto workspace = Workspace::open(scene_.fake.system(), "/home/dev/project", Needs::requirements);
  ASSERT_TRUE(workspace.ok());
  EXPECT_EQ(check_may_change_rules(*workspace, {}).error().code, base::Code::mode_forbidden);
  scene_.send(scene_.event(model::EventKind::session_end));
  EXPECT_TRUE(check_may_change_rules(*workspace, {}).ok());
}

}  // namespace
}  // namespace engine
