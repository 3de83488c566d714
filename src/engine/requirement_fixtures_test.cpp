#include "engine/requirement_fixtures.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/requirement.h"
#include "engine/test_scene.h"
#include "store/requirement_config.h"
#include "store/requirement_fixture_yaml.h"

namespace engine {
namespace {

constexpr const char* kFixtureRules = R"(
requirements:
  plan:
    enabled: true
    auto_resolve_skill: /arch-review
    message: No plan on {branch}.
    replan_ttl: 3600
    evidence: {dirs: [.claude/plans]}
    fingerprint: {paths: [src]}
  ticket: {enabled: true, scope: branch, enforce: warn}
  seen: {enabled: true, enforce: observe}
  commit:
    enabled: true
    scope: single_use
    trigger_tools: [{tool: Bash, command_pattern: 'git\s+commit'}]
  size:
    enabled: true
    type: dynamic
    calculator: branch_size
    thresholds: {warn: 10, block: 20}
    trigger_tools: [NotebookEdit]
  trunk:
    enabled: true
    type: guard
    guard_type: protected_branch
    trigger_tools: [WebFetch]
  alone:
    enabled: true
    type: guard
    guard_type: single_session
    trigger_tools: [Task]
  tests: {enabled: true, stop_only: true, trigger_tools: [Glob]}
  off: {trigger_tools: [Read]}
)";

FixtureOutcome outcome_of(const std::string& yaml) {
  const model::Requirements rules = store::parse_requirements({{"r.yaml", kFixtureRules, false}});
  EXPECT_TRUE(rules.problems.empty());
  auto cases = store::parse_requirement_fixtures("- " + yaml, "t.yaml");
  if (!cases.ok()) {
    ADD_FAILURE() << cases.error().message;
    return {};
  }
  return check_fixture(rules, cases->front(), "/project");
}

std::string faults_of(const std::string& yaml) { return base::join(outcome_of(yaml).faults, "; "); }

// "fixtures: event in, decision expected"
TEST(RequirementFixturesTest, WhatTheRulesSayIsComparedWithWhatIsExpected) {
  const std::vector<std::string> holding{
      "{event: {tool: Edit, file: src/a.cpp}, expect: deny, requirements: [plan, ticket, seen]}",
      "{event: {tool: Edit, file: docs/plans/a.md}, expect: allow, requirements: []}",
      "{event: {tool: Edit}, given: {satisfied: [plan]}, expect: warn, requirements: [ticket, "
      "seen]}",
      "{event: {tool: Edit}, given: {satisfied: [plan, ticket, seen]}, expect: allow}",
      "{event: {tool: Edit}, given: {satisfied: {plan: {age_s: 3599}, ticket: }}, expect: allow}",
      "{event: {tool: Edit}, given: {satisfied: {plan: {age_s: 3600}}}, expect: deny, why: 'time "
      "is "
      "over'}",
      "{event: {tool: Edit}, given: {satisfied: [plan], stale: [plan]}, expect: deny, why: stale}",
      "{event: {tool: Edit}, given: {satisfied: [plan], no_evidence: [plan]}, expect: deny, why: "
      "no "
      "file in .claude/plans}",
      "{event: {tool: Edit}, given: {approved: [plan]}, expect: warn}",
      "{event: {tool: Edit}, given: {approved: {plan: {age_s: 3600}}}, expect: deny}",
      "{event: {tool: Edit}, given: {approved: {plan: {age_s: 3600, ttl_s: 3601}}}, expect: warn}",
      "{event: {tool: Write}, given: {branch: fix/x}, expect: deny, why: No plan on fix/x.}",
      "{event: {tool: Read}, expect: allow}",
      "{event: {tool: Bash, command: git -C . commit -m x}, expect: deny, requirements: [commit]}",
      "{event: {tool: Bash, command: echo git commit}, expect: allow}",
      "{event: {tool: NotebookEdit}, expect: allow}",
      "{event: {tool: NotebookEdit}, given: {measured: {size: 10}}, expect: allow}",
      "{event: {tool: NotebookEdit}, given: {measured: {size: 11}}, expect: warn, requirements: "
      "[]}",
      "{event: {tool: NotebookEdit}, given: {measured: {size: 21}}, expect: deny, why: limit of "
      "20}",
      "{event: {tool: NotebookEdit}, given: {measured: {size: 21}, approved: [size]}, expect: "
      "warn}",
      "{event: {tool: WebFetch}, expect: allow}",
      "{event: {tool: WebFetch}, given: {branch: main}, expect: deny, requirements: [trunk]}",
      "{event: {tool: Task}, expect: allow}",
      "{event: {tool: Task}, given: {other_sessions: [1f0c22aa]}, expect: deny}",
      "{event: {tool: Glob}, expect: allow}",
      "{event: stop, expect: allow}",
      "{event: stop, given: {triggered: [tests, plan]}, expect: deny, requirements: [plan, tests]}",
      "{event: stop, given: {triggered: [tests], satisfied: [tests]}, expect: allow}",
      "{event: stop, given: {triggered: [commit, seen]}, expect: allow}",
  };
  for (const std::string& one : holding) {
    SCOPED_TRACE(one);
    EXPECT_EQ(faults_of(one), "");
  }
}

TEST(RequirementFixturesTest, WhatCameInsteadIsSaid) {
  EXPECT_EQ(faults_of("{event: {tool: Edit}, expect: allow}"),
            "expected allow, came deny (unmet: plan, seen, ticket)");
  EXPECT_EQ(faults_of("{event: {tool: Edit}, given: {satisfied: [plan, ticket]}, expect: warn}"),
            "expected warn, came allow (unmet: seen)");
  EXPECT_EQ(faults_of("{event: {tool: Read}, expect: deny}"), "expected deny, came allow");
  EXPECT_EQ(faults_of("{event: {tool: Edit}, expect: deny, requirements: [plan]}"),
            "expected as unmet: plan; came: plan, seen, ticket");
  EXPECT_EQ(faults_of("{event: {tool: Read}, expect: allow, why: because}"),
            "'because' is not said");
}

TEST(RequirementFixturesTest, ANameThatNoRuleHasIsAFaultOfTheCase) {
  for (const char* given : {"satisfied: [plna]", "approved: {plna: }", "triggered: [plna]",
                            "stale: [plna]", "no_evidence: [plna]", "measured: {plna: 1}"}) {
    SCOPED_TRACE(given);
    EXPECT_EQ(faults_of("{event: stop, expect: allow, given: {" + std::string(given) + "}}"),
              "no requirement is called plna");
  }
  EXPECT_EQ(faults_of("{event: stop, expect: allow, requirements: [plna]}"),
            "no requirement is called plna");
}

TEST(RequirementFixturesTest, TheFileOfTheProjectIsReadAndNothingIsWritten) {
  Scene scene;
  scene.fake.files.poke("/home/dev/project/.claude/requirements.yaml", kFixtureRules);
  scene.fake.files.poke("/home/dev/project/.claude/requirements.tests.yaml",
                        "- {event: {tool: Edit}, expect: deny}\n- {event: stop, expect: deny}\n");
  auto workspace = scene.workspace();
  static_cast<void>(requirement_rules(workspace));  // Compiles the cascade.
  const std::vector<os::Path> before = scene.fake.files.all_files();
  const auto outcomes = check_fixtures(workspace, {});
  ASSERT_TRUE(outcomes.ok()) << outcomes.error().message;
  ASSERT_EQ(outcomes->size(), 2U);
  EXPECT_TRUE(outcomes->at(0).faults.empty());
  EXPECT_FALSE(outcomes->at(1).faults.empty());
  EXPECT_EQ(scene.fake.files.all_files(), before);
  scene.fake.files.poke("/t.yaml", "- {event: halt}\n");
  EXPECT_EQ(check_fixtures(workspace, {"/t.yaml"}).error().code, base::Code::parse_error);
  EXPECT_EQ(check_fixtures(workspace, {"/none.yaml"}).error().code, base::Code::not_found);
}

}  // namespace
}  // namespace engine
