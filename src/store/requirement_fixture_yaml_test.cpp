#include "store/requirement_fixture_yaml.h"

#include <gtest/gtest.h>

namespace store {
namespace {

TEST(RequirementFixtureYamlTest, ACaseIsReadWithAllItHas) {
  const auto cases = parse_requirement_fixtures(R"(
- name: edits need a plan
  given:
    branch: fix/a
    satisfied: [adr_reviewed]
    approved: {size: {age_s: 10, ttl_s: 60}}
    triggered: plan
    stale: [adr_reviewed]
    no_evidence: [plan]
    measured: {size: 500.5}
    other_sessions: [1f0c22aa]
  event: {tool: Write, file: src/a.cpp}
  expect: deny
  requirements: [plan]
  why: No plan
- event: {tool: Bash, command: git commit -m x}
  given:
    satisfied:
      plan: {by: cli, age_s: 3600}
      other:
  expect: allow
- {event: stop, expect: warn, requirements: []}
)",
                                                "t.yaml");
  ASSERT_TRUE(cases.ok()) << cases.error().message;
  ASSERT_EQ(cases->size(), 3U);
  const model::RequirementFixture& first = cases->at(0);
  EXPECT_EQ(first.name, "edits need a plan");
  EXPECT_EQ(first.line, 2);
  EXPECT_EQ(first.branch, "fix/a");
  EXPECT_EQ(first.satisfied.at("adr_reviewed").by, "skill");
  EXPECT_EQ(first.approved.at("size").ttl_s, 60);
  EXPECT_EQ(first.triggered, std::vector<std::string>{"plan"});
  EXPECT_EQ(first.stale, std::vector<std::string>{"adr_reviewed"});
  EXPECT_EQ(first.no_evidence, std::vector<std::string>{"plan"});
  EXPECT_DOUBLE_EQ(first.measured.at("size"), 500.5);
  EXPECT_EQ(first.other_sessions, std::vector<std::string>{"1f0c22aa"});
  EXPECT_EQ(first.tool, "Write");
  EXPECT_EQ(first.target, "src/a.cpp");
  EXPECT_EQ(first.expected, model::Answer::deny);
  EXPECT_EQ(first.unmet, std::vector<std::string>{"plan"});
  EXPECT_EQ(first.why, "No plan");
  const model::RequirementFixture& second = cases->at(1);
  EXPECT_EQ(second.name, "case 2");
  EXPECT_EQ(second.branch, "feature/test");
  EXPECT_EQ(second.command, "git commit -m x");
  EXPECT_EQ(second.satisfied.at("plan").by, "cli");
  EXPECT_EQ(second.satisfied.at("plan").age_s, 3600);
  EXPECT_EQ(second.satisfied.count("other"), 1U);
  EXPECT_FALSE(second.unmet);
  EXPECT_TRUE(cases->at(2).is_turn_end);
  EXPECT_TRUE(cases->at(2).unmet && cases->at(2).unmet->empty());
}

TEST(RequirementFixtureYamlTest, TheListMayStandBelowCasesAndInJson) {
  EXPECT_EQ(
      parse_requirement_fixtures("cases:\n- {event: stop, expect: allow}\n", "t.yaml")->size(), 1U);
  EXPECT_EQ(parse_requirement_fixtures(R"([{"event":"stop","expect":"allow"}])", "t.json")->size(),
            1U);
  EXPECT_TRUE(parse_requirement_fixtures("[]", "t.yaml")->empty());
}

TEST(RequirementFixtureYamlTest, WhatIsNotUnderstoodIsAnErrorWithItsLine) {
  struct Row {
    const char* text;
    const char* place;
  };
  const std::vector<Row> rows{
      {"- a: [", "t.yaml:"},
      {"", "t.yaml:"},
      {"a: 1\n", "t.yaml:1:"},
      {"- 7\n", "t.yaml:1:"},
      {"- expect: allow\n", "t.yaml:1: a case needs `event`"},
      {"- event: stop\n", "t.yaml:1: a case needs `expect`"},
      {"- event: stop\n  expect: maybe\n", "t.yaml:2:"},
      {"- event: {command: ls}\n  expect: allow\n", "`event` has no `tool`"},
      {"- event: halt\n  expect: allow\n", "t.yaml:1:"},
      {"- event: stop\n  expect: allow\n  gvien: {}\n", "t.yaml:3: unknown key `gvien`"},
      {"- event: stop\n  expect: allow\n  given: {satisfied: {a: {age: 1}}}\n",
       "unknown key `given.satisfied.a.age`"},
      {"- event: stop\n  expect: allow\n  given:\n    measured: {a: x}\n", "t.yaml:4:"},
      {"- event: stop\n  expect: allow\n  given: {satisfied: {a: {age_s: -1}}}\n", "t.yaml:3:"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const auto cases = parse_requirement_fixtures(row.text, "t.yaml");
    ASSERT_FALSE(cases.ok());
    EXPECT_EQ(cases.error().code, base::Code::parse_error);
    EXPECT_NE(cases.error().message.find(row.place), std::string::npos) << cases.error().message;
  }
}

}  // namespace
}  // namespace store
