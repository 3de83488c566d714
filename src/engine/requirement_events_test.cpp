// What hooks do about requirements, on a made-up machine.
#include "engine/requirement_events.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/requirement.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using model::EventKind;
using testing::HasSubstr;

struct RequirementsScene : Scene {
  explicit RequirementsScene(std::string_view yaml) {
    fake.files.poke("/home/dev/project/.git/refs/heads/main", std::string(40, 'a') + "\n");
    fake.files.poke("/home/dev/project/.claude/requirements.yaml", yaml);
    fake.clock.advance(std::chrono::seconds{1});
  }

  void use_skill(const char* skill) {
    model::HostEvent event = tool("Skill");
    event.kind = EventKind::after_tool;
    event.call.targets.clear();
    event.call.skill = skill;
    send(event);
  }
  void fail_tool() {
    model::HostEvent event = tool("Bash");
    event.kind = EventKind::tool_failed;
    send(event);
  }
  std::string hold(bool was_held = false) {
    model::HostEvent stop = event(EventKind::turn_end);
    stop.was_held = was_held;
    return send(stop).hold;
  }
  std::string state() {
    return fake.files.peek("/home/dev/project/.git/requirements/main.json").value_or("");
  }
};

constexpr const char* kPlan =
    "requirements:\n"
    "  commit_plan: {enabled: true, auto_resolve_skill: arch-review}\n";

// BX-1: requirements alone, without Holdfast's own configuration.
TEST(RequirementEventsTest, AProjectWithRequirementsAloneHasThemAndNothingElse) {
  RequirementsScene scene(kPlan);
  ASSERT_TRUE(scene.fake.files.remove("/home/dev/project/.holdfast/config.yaml").ok());
  const model::HostReply denied = scene.send(scene.tool("Write"));
  EXPECT_FALSE(denied.decision->allowed);
  EXPECT_EQ(denied.decision->rule, model::GateRule::requirement);
  EXPECT_THAT(denied.decision->source.file, HasSubstr(".claude/requirements.yaml"));
  EXPECT_EQ(denied.decision->source.line, 2);
  EXPECT_TRUE(scene.allows("Read"));
  scene.use_skill("arch-review");
  EXPECT_TRUE(scene.allows("Write"));
  // No signed state, and so nothing that could be missing.
  for (const os::Path& file : scene.fake.files.all_files()) {
    EXPECT_EQ(file.native().find("/notes/"), std::string::npos) << file;
  }
}

// Own errors never deny: the deadline's answer is open once the integrity gate has passed.
TEST(RequirementEventsTest, TheDeadlineIsOpenWhileRequirementsAreAsked) {
  RequirementsScene scene(kPlan);
  std::vector<bool> armed;
  handle_event(scene.fake.system(), scene.tool("Write"),
               {.arm = [&](const model::HostReply& reply, std::int64_t) {
                 armed.push_back(reply.decision->allowed);
               }});
  EXPECT_EQ(armed, (std::vector<bool>{false, true}));
}

// S4-27, S4-24, B4-5: whatever the disk does, a requirement that is met lets the call pass.
TEST(RequirementEventsTest, AFailingDiskNeverDeniesWhatIsSatisfied) {
  RequirementsScene whole(kPlan);
  whole.send(whole.event(EventKind::session_start));
  whole.use_skill("arch-review");
  whole.fake.files.reset_calls();
  ASSERT_TRUE(whole.allows("Write"));
  const std::size_t calls = whole.fake.files.calls();
  for (std::size_t at = 0; at < calls; ++at) {
    RequirementsScene cut(kPlan);
    cut.send(cut.event(EventKind::session_start));
    cut.use_skill("arch-review");
    cut.fake.files.arm({os::Fault::Kind::error, at});
    const model::HostReply reply = cut.send(cut.tool("Write"));
    // The signed state may be what could not be read; requirements never are the reason.
    EXPECT_TRUE(reply.decision->allowed || reply.decision->rule == model::GateRule::state_not_ok)
        << at << ": " << model::denial_text(*reply.decision, "");
  }
}

// B4-12
TEST(RequirementEventsTest, AtTheEndOfATurnOnlyASkillWithoutAFailureSatisfies) {
  const std::string yaml = std::string("satisfy_on: turn_end\n") + kPlan;
  RequirementsScene scene(yaml);
  scene.use_skill("arch-review");
  EXPECT_FALSE(scene.allows("Write"));
  scene.fail_tool();
  scene.hold();
  EXPECT_FALSE(scene.allows("Write"));
  scene.use_skill("arch-review");
  scene.hold();
  EXPECT_TRUE(scene.allows("Write"));
}

TEST(RequirementEventsTest, ADenialHasTheAuthorsShortWords) {
  RequirementsScene scene(
      "requirements:\n  plan: {enabled: true, short_message: 'No plan on {branch}.'}\n");
  EXPECT_EQ(scene.send(scene.tool("Write")).decision->missing, "No plan on main.");
}

// S4-109
TEST(RequirementEventsTest, ADisabledOneNeitherBlocksNorIsSatisfied) {
  RequirementsScene scene(
      "requirements:\n  commit_plan: {enabled: false, auto_resolve_skill: arch-review}\n");
  EXPECT_TRUE(scene.allows("Write"));
  scene.use_skill("arch-review");
  EXPECT_EQ(scene.state(), "");
}

// S4-94
TEST(RequirementEventsTest, TheEnvironmentSwitchesThemOff) {
  RequirementsScene scene(kPlan);
  scene.fake.environment.set("CLAUDE_SKIP_REQUIREMENTS", "");
  EXPECT_TRUE(scene.allows("Write"));
}

TEST(RequirementEventsTest, WarnTellsAndObserveOnlyCounts) {
  RequirementsScene scene(
      "requirements:\n"
      "  told: {enabled: true, enforce: warn, auto_resolve_skill: a}\n"
      "  counted: {enabled: true, enforce: observe}\n");
  const model::HostReply reply = scene.send(scene.tool("Write"));
  EXPECT_TRUE(reply.decision->allowed);
  EXPECT_THAT(reply.context, HasSubstr("told"));
  EXPECT_THAT(reply.context, testing::Not(HasSubstr("counted")));
  ASSERT_EQ(reply.decision->unmet.size(), 2U);
  EXPECT_EQ(reply.decision->unmet[1].enforced, "observe");
}

// S4-17, C-12: carried over only where a file says so, from the first satisfaction on.
TEST(RequirementEventsTest, CarryOverIsOffUnlessConfiguredAndDoesNotGrow) {
  const auto begin = [](RequirementsScene& scene, const char* run) {
    model::HostEvent start = scene.event(EventKind::session_start, run);
    start.source = "startup";
    scene.send(start);
  };
  RequirementsScene off(kPlan);
  off.use_skill("arch-review");
  begin(off, Scene::kOtherRun);
  EXPECT_FALSE(off.allows("Write", Scene::kOtherRun));

  RequirementsScene on(
      std::string(kPlan) +
      "hooks: {session_start: {carry_over: {enabled: true, window_seconds: 300}}}\n");
  on.use_skill("arch-review");
  on.fake.clock.advance(std::chrono::seconds{200});
  begin(on, Scene::kOtherRun);
  EXPECT_TRUE(on.allows("Write", Scene::kOtherRun));
  EXPECT_THAT(on.state(), HasSubstr("\"carried_from\": \"7d1054b6\""));
  on.fake.clock.advance(std::chrono::seconds{200});
  const char* third = "9f2165c7-2839-4e27-bcef-43e6e47ca4b4";
  begin(on, third);
  EXPECT_FALSE(on.allows("Write", third));
}

// B4-7: a repository's first commit moves HEAD too, from nothing.
TEST(RequirementEventsTest, TheFirstCommitOfARepositoryUsesAReviewUp) {
  RequirementsScene scene(
      "requirements:\n"
      "  pre_commit_review:\n"
      "    enabled: true\n"
      "    scope: single_use\n"
      "    trigger_tools: [{tool: Bash, command_pattern: 'git\\s+commit'}]\n");
  const os::Path head = "/home/dev/project/.git/refs/heads/main";
  ASSERT_TRUE(scene.fake.files.remove(head).ok());
  scene.use_skill("pre-commit");
  model::HostEvent commit = scene.tool("Bash");
  commit.call.command = "git commit -m first";
  commit.call.id = "c1";
  EXPECT_TRUE(scene.send(commit).decision->allowed);
  scene.fake.files.poke(head, std::string(40, 'b') + "\n");
  commit.kind = EventKind::after_tool;
  scene.send(commit);
  commit.kind = EventKind::before_tool;
  EXPECT_FALSE(scene.send(commit).decision->allowed);
}

// A tool that the file names satisfies when it has succeeded.
TEST(RequirementEventsTest, AToolSatisfiesByItsSuccess) {
  RequirementsScene scene(
      "requirements:\n"
      "  tests_run:\n"
      "    enabled: true\n"
      "    satisfied_by_tool: [{tool: Bash, command_pattern: 'npm\\s+test'}, mcp__ci__run]\n");
  model::HostEvent done = scene.tool("Bash");
  done.kind = EventKind::after_tool;
  done.call.command = "echo npm test";
  scene.send(done);
  EXPECT_FALSE(scene.allows("Write"));
  done.call.command = "cd web && npm test";
  scene.send(done);
  EXPECT_TRUE(scene.allows("Write"));
}

// S4-40, S4-43, S4-55, S4-95
TEST(RequirementEventsTest, ASessionsMetricsFollowItsJournal) {
  RequirementsScene scene(kPlan);
  scene.allows("Write");
  scene.use_skill("arch-review");
  scene.allows("Write");
  scene.hold();
  scene.hold();  // Counted once.
  const auto text =
      scene.fake.files.peek("/home/dev/project/.git/requirements/sessions/7d1054b6.json");
  ASSERT_TRUE(text);
  const base::Json metrics = base::parse_json(*text).value();
  EXPECT_EQ(metrics["tools"]["Write"]["count"], 2);
  EXPECT_EQ(metrics["tools"]["Write"]["blocked_count"], 1);
  EXPECT_EQ(metrics["requirements"]["commit_plan"]["blocked_count"], 1);
  EXPECT_EQ(metrics["requirements"]["commit_plan"]["satisfied_by"], "skill");
  EXPECT_EQ(metrics["skills"][0]["name"], "arch-review");
}

TEST(RequirementEventsTest, PlansAreNeverGated) {
  RequirementsScene scene(kPlan);
  model::HostEvent plan = scene.tool("Write");
  plan.call.targets = {"/home/dev/.claude/plans/a.md"};
  EXPECT_TRUE(scene.send(plan).decision->allowed);
  plan.call.targets = {"docs/plans/../a.md"};
  EXPECT_FALSE(scene.send(plan).decision->allowed);
}

// S4-37
TEST(SkillOfPrompt, IsTheFirstWordAfterASlash) {
  EXPECT_EQ(skill_of_prompt("/arch-review the login"), "arch-review");
  EXPECT_EQ(skill_of_prompt("  /requirements-framework:pre-commit\n"),
            "requirements-framework:pre-commit");
  for (const char* none : {"arch-review", "see /arch-review", "/", "/usr/bin/x", "/a$b", ""}) {
    EXPECT_EQ(skill_of_prompt(none), "") << none;
  }
}

}  // namespace
}  // namespace engine
