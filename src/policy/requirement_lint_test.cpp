#include "policy/requirement_lint.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"

namespace policy {
namespace {

using model::Requirement;
using model::Requirements;
using FindingSeverity = model::RuleFinding::Severity;

Requirement rule(const std::string& name, std::vector<model::ToolMatch> triggers = {}) {
  Requirement one;
  one.name = name;
  one.enabled = true;
  one.triggers = triggers.empty() ? model::default_triggers() : std::move(triggers);
  one.source = {"r.yaml", 7};
  return one;
}

Requirement bash_rule(const std::string& pattern) { return rule("r", {{"Bash", pattern}}); }

std::vector<model::RuleFinding> lint(std::vector<Requirement> list) {
  Requirements rules;
  rules.list = std::move(list);
  return lint_requirements(rules);
}

// "kind" of each, with "!" for an error and "." for a remark.
std::string kinds(const std::vector<model::RuleFinding>& findings) {
  std::vector<std::string> words;
  for (const model::RuleFinding& one : findings) {
    const char* const mark = one.severity == FindingSeverity::error    ? "!"
                             : one.severity == FindingSeverity::remark ? "."
                                                                       : "";
    words.push_back(one.kind + mark);
  }
  return base::join(words, " ");
}

TEST(RequirementLintTest, OrdinaryRulesHaveNoFindings) {
  Requirement guard = rule("branch");
  guard.type = model::RequirementType::guard;
  guard.protected_branches = {"main"};
  Requirement size = rule("size");
  size.type = model::RequirementType::dynamic;
  size.warn_at = 250;
  size.block_at = 400;
  Requirement plan = rule("plan");
  plan.resolving_skill = "/arch-review";
  plan.evidence = model::EvidenceRule{{".claude/plans"}, {}, "", 3600};
  Requirement stop = rule("stop");
  stop.stop_only = true;
  Requirement tests = rule("tests", {{"mcp__ci__run", ""}, {"Notebook*", ""}});
  tests.satisfied_by_tools = {{"Bash", "npm\\s+test"}};
  EXPECT_EQ(kinds(lint({guard, size, plan, stop, tests, bash_rule("git\\s+commit"),
                        bash_rule("(git\\s+push|npm publish)"), bash_rule("--force")})),
            "");
}

TEST(RequirementLintTest, RulesThatAreSwitchedOffAreNotLookedAt) {
  Requirement off = bash_rule("(");
  off.enabled = false;
  off.replan_ttl_s = 0;
  EXPECT_EQ(kinds(lint({off})), "");
}

TEST(RequirementLintTest, PatternsThatMatchNothingOrEverythingAreTold) {
  struct Row {
    const char* pattern;
    const char* kinds;
  };
  const Row rows[] = {
      {"git (push", "bad_pattern!"},
      {"git push^", "never_matches!"},
      {"git  push", "never_matches"},  // Held against words with one space between them.
      {"git\\tpush", "never_matches"},
      {".*", "always_matches deadlock!"},
      {"(git push)?", "always_matches deadlock!"},
      {"\\w", "always_matches deadlock!"},
      {"^", "always_matches deadlock!"},
      {"git", ""},
      {"echo|ls|cat", ""},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.pattern);
    EXPECT_EQ(kinds(lint({bash_rule(row.pattern)})), row.kinds);
  }
  Requirement satisfied = rule("s");
  satisfied.satisfied_by_tools = {{"Bash", "("}};
  EXPECT_EQ(kinds(lint({satisfied})), "bad_pattern!");
}

TEST(RequirementLintTest, AFindingNamesItsPlaceAndWhatToDo) {
  const auto findings = lint({bash_rule("git (push")});
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].file, "r.yaml");
  EXPECT_EQ(findings[0].line, 7);
  EXPECT_EQ(findings[0].requirement, "r");
  EXPECT_NE(findings[0].message.find("git (push"), std::string::npos);
  EXPECT_FALSE(findings[0].hint.empty());
}

TEST(RequirementLintTest, RulesThatAreNeverAskedAreTold) {
  Requirement empty = rule("empty");
  empty.triggers.clear();
  EXPECT_EQ(kinds(lint({empty})), "unreachable");
  empty.stop_only = true;  // The end of a turn asks only about what a call triggered.
  EXPECT_EQ(kinds(lint({empty})), "unreachable");
  EXPECT_EQ(kinds(lint({rule("case", {{"edit", ""}})})), "unknown_tool. unreachable.");
  EXPECT_EQ(kinds(lint({rule("one", {{"Wirte", ""}, {"Edit", ""}})})), "unknown_tool.");
  EXPECT_EQ(kinds(lint({rule("own", {{"mcp__holdfast__requirement_status", ""}})})),
            "unreachable.");
  Requirement guard = rule("guard");
  guard.type = model::RequirementType::guard;
  guard.protected_branches = {"main"};
  guard.stop_only = true;
  EXPECT_EQ(kinds(lint({guard})), "unreachable");
  Requirement warns = rule("warns");
  warns.stop_only = true;
  warns.enforcing = model::Enforcing::warn;
  EXPECT_EQ(kinds(lint({warns})), "no_effect");
  Requirements rules;
  rules.hooks.stop_verifies = false;
  rules.list = {rule("stop")};
  rules.list[0].stop_only = true;
  EXPECT_EQ(kinds(lint_requirements(rules)), "unreachable");
}

TEST(RequirementLintTest, RulesThatNothingSatisfiesAreTold) {
  Requirement one = rule("r");
  one.replan_ttl_s = 0;
  EXPECT_EQ(kinds(lint({one})), "never_met!");
  one = rule("r");
  one.evidence = model::EvidenceRule{{".claude/plans"}, {}, "", 0};
  EXPECT_EQ(kinds(lint({one})), "never_met!");
  one.evidence = model::EvidenceRule{{}, {}, "", std::nullopt};
  EXPECT_EQ(kinds(lint({one})), "never_met!");
  one = rule("r");
  one.type = model::RequirementType::dynamic;
  one.block_at = 4;
  one.warn_at = 4;
  one.approval_ttl_s = 0;
  EXPECT_EQ(kinds(lint({one})), "never_met no_effect");
  one = rule("r");
  one.type = model::RequirementType::guard;
  EXPECT_EQ(kinds(lint({one})), "no_effect");
}

// "deadlock where the evidence path is itself gated"
TEST(RequirementLintTest, EvidenceThatItsOwnRuleGatesIsADeadlock) {
  Requirement one = rule("r");
  one.resolving_skill = "arch-review";
  one.evidence = model::EvidenceRule{{"docs/reviews", "notes"}, {}, "", std::nullopt};
  EXPECT_EQ(kinds(lint({one})), "deadlock!");
  one.evidence->folders.push_back("docs/plans");  // Never gated.
  EXPECT_EQ(kinds(lint({one})), "");
  one.evidence->folders = {"docs/reviews"};
  one.enforcing = model::Enforcing::warn;
  EXPECT_EQ(kinds(lint({one})), "");
  one.enforcing = model::Enforcing::block;
  one.stop_only = true;
  EXPECT_EQ(kinds(lint({one})), "");
  one.stop_only = false;
  one.triggers = {{"Bash", "git commit"}};
  EXPECT_EQ(kinds(lint({one})), "");
}

TEST(RequirementLintTest, ARuleThatGatesItsWayOutIsTold) {
  EXPECT_EQ(kinds(lint({rule("r", {{"Bash", ""}})})), "deadlock!");
  EXPECT_EQ(kinds(lint({rule("r", {{"*", ""}})})), "deadlock!");
  EXPECT_EQ(kinds(lint({rule("r", {{"Bash", "req\\s"}})})), "deadlock!");
  EXPECT_EQ(kinds(lint({rule("r", {{"Bash", "req pause"}})})), "");
  Requirement skill = rule("r", {{"Skill", ""}});
  EXPECT_EQ(kinds(lint({skill})), "");  // It has none.
  skill.resolving_skill = "/arch-review";
  EXPECT_EQ(kinds(lint({skill})), "gated_way");
  skill.triggers = {{"Bash", ""}};
  EXPECT_EQ(kinds(lint({skill})), "gated_way");
  skill.triggers = {{"Bash", ""}, {"Skill", ""}};
  EXPECT_EQ(kinds(lint({skill})), "deadlock!");
  skill.satisfied_by_tools = {{"mcp__ci__run", ""}};
  EXPECT_EQ(kinds(lint({skill})), "gated_way");
  Requirement guard = rule("r", {{"Bash", ""}});
  guard.type = model::RequirementType::guard;
  guard.protected_branches = {"main"};
  EXPECT_EQ(kinds(lint({guard})), "deadlock!");
  guard.triggers = {{"Bash", "git commit"}};
  EXPECT_EQ(kinds(lint({guard})), "");
}

TEST(RequirementLintTest, TwoThatWaitForEachOtherAreACircle) {
  Requirement a = rule("a", {{"Bash", "make|req satisfy b"}});
  a.satisfied_by_tools = {{"Bash", "npm test"}};
  Requirement b = rule("b", {{"Bash", "npm|req satisfy a"}});
  b.satisfied_by_tools = {{"Bash", "make check"}};
  const auto findings = lint({a, b});
  EXPECT_EQ(kinds(findings), "circular circular");
  EXPECT_NE(findings[0].message.find("'b'"), std::string::npos);
  b.triggers = {{"Bash", "npm"}};  // Now `req satisfy a` opens the circle.
  EXPECT_EQ(kinds(lint({a, b})), "");
  // One that locks itself is told once, not again for each that waits for it.
  EXPECT_EQ(kinds(lint({rule("all", {{"Bash", ""}}), rule("x"), rule("y")})), "deadlock!");
}

TEST(RequirementLintTest, WhatTheFilesHaveWrongComesFirst) {
  Requirements rules;
  rules.enabled = false;
  rules.files = {"r.yaml"};
  rules.problems = {{"r.yaml", 3, "left out"}};
  rules.unused = {{"r.yaml", 4, "not used"}};
  rules.list = {bash_rule("(")};
  const auto findings = lint_requirements(rules);
  EXPECT_EQ(kinds(findings), "bad_file! unused_key. switched_off. bad_pattern!");
  EXPECT_EQ(findings[0].line, 3);
  EXPECT_EQ(findings[0].message, "left out");
}

TEST(RequirementLintTest, AnyNumberOfRulesIsJudgedInTime) {
  std::vector<Requirement> many;
  for (int i = 0; i < 500; ++i) {
    many.push_back(rule("r" + std::to_string(i), {{"Bash", "(a+)+$|x" + std::to_string(i)}}));
  }
  EXPECT_EQ(kinds(lint(many)), "");
}

}  // namespace
}  // namespace policy
