#include "store/requirement_entry.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/test_requirement.h"

namespace store {
namespace {

using model::Requirement;
using model::Requirements;
using model::RequirementScope;

Requirement only_requirement(const std::string& keys) {
  const Requirements all = parsed(entry(keys));
  EXPECT_EQ(lines_of(all.problems), Lines{}) << keys;
  EXPECT_EQ(all.list.size(), 1U) << keys;
  return all.list.empty() ? Requirement() : all.list.front();
}

std::string tools_text(const std::vector<model::ToolMatch>& matches) {
  std::string text;
  for (const auto& [tool, pattern] : matches) text += tool + "(" + pattern + ")";
  return text;
}

// S4-92, S4-109
TEST(RequirementEntryTest, AnEntryThatSaysNothingIsDisabledAndHasTheDefaults) {
  for (const char* keys : {"{}", "", "description:\nthresholds:\nevidence:\ntype: ~"}) {
    const Requirement r = only_requirement(keys);
    EXPECT_EQ(r.name, "r");
    EXPECT_FALSE(r.enabled);
    EXPECT_EQ(r.type, model::RequirementType::blocking);
    EXPECT_EQ(r.scope, RequirementScope::session);
    EXPECT_EQ(r.enforcing, model::Enforcing::block);
    EXPECT_EQ(tools_text(r.triggers), "Edit()Write()MultiEdit()");
    EXPECT_EQ(r.cache_ttl_s, 60);
    EXPECT_EQ(r.approval_ttl_s, 3600);
    EXPECT_EQ(r.source.file, kRequirementFile);
    EXPECT_EQ(r.source.line, 2);
    EXPECT_FALSE(r.evidence || r.replan_ttl_s || r.warn_at || r.block_at);
  }
}

struct EntryRow {
  const char* keys;
  std::function<bool(const Requirement&)> is_set;
};

template <typename Member, typename Value>
std::function<bool(const Requirement&)> equals(Member Requirement::*member, Value value) {
  return [member, value](const Requirement& r) { return r.*member == Member(value); };
}

std::vector<EntryRow> key_rows() {
  return {
      {"enabled: yes", equals(&Requirement::enabled, true)},
      {"type: guard\nguard_type: single_session",
       equals(&Requirement::guard, model::GuardType::single_session)},
      {"scope: branch", equals(&Requirement::scope, RequirementScope::branch)},
      {"scope: single_use", equals(&Requirement::scope, RequirementScope::single_use)},
      {"scope: permanent", equals(&Requirement::scope, RequirementScope::permanent)},
      {"enforce: observe", equals(&Requirement::enforcing, model::Enforcing::observe)},
      {"enforce: warn", equals(&Requirement::enforcing, model::Enforcing::warn)},
      {"stop_only: on", equals(&Requirement::stop_only, true)},
      {"description: what it is", equals(&Requirement::description, "what it is")},
      {"message: |\n  two\n  lines", equals(&Requirement::message, "two\nlines\n")},
      {"short_message: 5", equals(&Requirement::short_message, "5")},
      {"blocking_message: '{total}'", equals(&Requirement::blocking_message, "{total}")},
      {"checklist: [a, b c]", equals(&Requirement::checklist, Words{"a", "b c"})},
      {"checklist: alone", equals(&Requirement::checklist, Words{"alone"})},
      {"auto_resolve_skill: arch-review", equals(&Requirement::resolving_skill, "arch-review")},
      {"satisfied_by_skill: a:b", equals(&Requirement::satisfied_by, Words{"a:b"})},
      {"satisfied_by_skill: [a, b]", equals(&Requirement::satisfied_by, Words{"a", "b"})},
      {"replan_ttl: 0", equals(&Requirement::replan_ttl_s, 0)},
      {"cache_ttl: '300'", equals(&Requirement::cache_ttl_s, 300)},
      {"approval_ttl: 7200", equals(&Requirement::approval_ttl_s, 7200)},
      {"type: guard\nguard_type: protected_branch",
       equals(&Requirement::protected_branches, Words{"main", "master"})},
      {"type: guard\nguard_type: protected_branch\nprotected_branches: [trunk]",
       equals(&Requirement::protected_branches, Words{"trunk"})},
      {"type: guard\nguard_type: protected_branch\nprotected_branches: []",
       equals(&Requirement::protected_branches, Words{})},
      {"type: dynamic\ncalculator: branch_size_calculator\nthresholds: {warn: 250, block: 400.5}",
       [](const Requirement& r) {
         return r.calculator == "branch_size_calculator" && r.calculation.empty() &&
                r.warn_at == 250 && r.block_at == 400.5;
       }},
      {"calculator: day_cost", equals(&Requirement::calculator, "day_cost_calculator")},
      {"calculator: session_cost_calculator",
       equals(&Requirement::calculator, "session_cost_calculator")},
      {"calculator: branch_size", equals(&Requirement::calculator, "branch_size_calculator")},
      {"type: dynamic\ncalculator: [count, -x]\nthresholds: {block: 0}",
       [](const Requirement& r) {
         return r.calculation == Words{"count", "-x"} && !r.warn_at && r.block_at == 0;
       }},
      {"calculator: {argv: [count]}", equals(&Requirement::calculation, Words{"count"})},
      {"deprecated: true", equals(&Requirement::deprecated, "it is marked as deprecated")},
      {"deprecated: true\ndeprecated_message: why", equals(&Requirement::deprecated, "why")},
      {"deprecated: use the other", equals(&Requirement::deprecated, "use the other")},
      {"deprecated: no\ndeprecated_message: why", equals(&Requirement::deprecated, "")},
  };
}

// S4-75, S4-92
TEST(RequirementEntryTest, EveryKeyOfARequirementIsRead) {
  for (const EntryRow& row : key_rows())
    EXPECT_TRUE(row.is_set(only_requirement(row.keys))) << row.keys;
}

// YAML 1.1
TEST(RequirementEntryTest, ABooleanIsSpelledInAnyWayOfYaml) {
  for (const char* yes : {"true", "True", "TRUE", "yes", "Yes", "on", "ON", "'yes'", "\"true\""}) {
    EXPECT_TRUE(only_requirement(std::string("enabled: ") + yes).enabled) << yes;
  }
  for (const char* no : {"false", "FALSE", "no", "No", "off", "Off", "'no'"}) {
    EXPECT_FALSE(only_requirement(std::string("enabled: ") + no).enabled) << no;
    EXPECT_FALSE(parsed(std::string("enabled: ") + no).enabled) << no;
  }
}

// S4-92
TEST(RequirementEntryTest, ToolsAreNamesOrNamesWithAPattern) {
  EXPECT_EQ(tools_text(only_requirement("trigger_tools:\n"
                                        "  - Edit\n"
                                        "  - {tool: Bash, command_pattern: 'git\\s+commit'}\n"
                                        "  - tool: mcp__*")
                           .triggers),
            "Edit()Bash(git\\s+commit)mcp__*()");
  EXPECT_EQ(tools_text(only_requirement("trigger_tools: []").triggers), "");
  EXPECT_EQ(tools_text(only_requirement("satisfied_by_tool: Read").satisfied_by_tools), "Read()");
  EXPECT_EQ(tools_text(only_requirement("satisfied_by_tool: {tool: Bash, command_pattern: x}")
                           .satisfied_by_tools),
            "Bash(x)");
  EXPECT_EQ(
      tools_text(only_requirement("satisfied_by_tool: [Read, {tool: Bash}]").satisfied_by_tools),
      "Read()Bash()");
}

TEST(RequirementEntryTest, APatternIsForBashAlone) {
  const Requirements all = parsed(entry("trigger_tools:\n  - tool: Edit\n    command_pattern: x"));
  ASSERT_EQ(all.list.size(), 1U);
  EXPECT_EQ(tools_text(all.list[0].triggers), "Edit()");
  EXPECT_EQ(lines_of(all.problems),
            Lines{"5 requirement `r`: `command_pattern` is for Bash alone and is not used for "
                  "'Edit'"});
}

TEST(RequirementEntryTest, EvidenceAndFingerprintsAreReadWhole) {
  const Requirement plain = only_requirement("evidence: {}");
  ASSERT_TRUE(plain.evidence);
  EXPECT_EQ(plain.evidence->folders, Words{".claude/plans"});
  EXPECT_TRUE(plain.evidence->markers.empty() && plain.evidence->verdict.empty());
  EXPECT_FALSE(plain.evidence->max_age_s);
  const Requirement whole = only_requirement(
      "evidence:\n"
      "  dirs: [a, b/c]\n"
      "  require_markers: '## Risks'\n"
      "  require_verdict: APPROVED\n"
      "  max_age_seconds: 60\n"
      "fingerprint:\n"
      "  paths: src\n"
      "  range: main...HEAD~2");
  EXPECT_EQ(whole.evidence->folders, (Words{"a", "b/c"}));
  EXPECT_EQ(whole.evidence->markers, Words{"## Risks"});
  EXPECT_EQ(whole.evidence->verdict, "APPROVED");
  EXPECT_EQ(whole.evidence->max_age_s, 60);
  EXPECT_EQ(whole.fingerprint.paths, Words{"src"});
  EXPECT_EQ(whole.fingerprint.range, "main...HEAD~2");
  for (const char* range : {"main..HEAD", "a/b-c..@{u}", "HEAD^..", "..HEAD"}) {
    EXPECT_EQ(
        only_requirement(std::string("fingerprint: {range: '") + range + "'}").fingerprint.range,
        range);
  }
}

struct BadRow {
  std::string keys;
  int line;
  const char* message;
};

std::vector<BadRow> bad_rows() {
  const std::string long_text(5000, 'x');
  return {
      {"enabled: maybe", 3, "`enabled` must be true or false, not 'maybe'"},
      {"enabled: [yes]", 3, "`enabled` must be true or false"},
      {"scope: session\ntype: bloking", 4, "`type` must be blocking, guard or dynamic"},
      {"scope: Session", 3, "`scope` must be session, branch, single_use or permanent"},
      {"enforce: hard", 3, "`enforce` must be observe, warn or block"},
      {"type: guard", 2, "a guard needs a `guard_type`"},
      {"type: guard\nguard_type: branch", 4, "`guard_type` must be"},
      {"type: dynamic", 2, "needs a `calculator`"},
      {"type: dynamic", 2, "needs `thresholds`"},
      {"type: dynamic\ncalculator: branch_size", 2, "needs `thresholds` with warn or block"},
      {"type: dynamic\ncalculator: branch_size\nthresholds: {}", 2, "needs `thresholds`"},
      {"type: dynamic\nthresholds: {warn: 1}\ncalculator: {}", 5, "`calculator` has no `argv`"},
      {"type: dynamic\nthresholds: {warn: 1}\ncalculator: nobody", 5, "`calculator` must be"},
      {"calculator: []", 3, "`calculator` must be a program"},
      {"calculator: {argv: rm -rf x}", 3, "`calculator.argv` must be a program"},
      {"calculator: [a, \"b\\0\"]", 3, "`calculator` must be text"},
      {"calculator: [a, '']", 3, "`calculator` must be text"},
      {"thresholds:\n  warn: many", 4, "`thresholds.warn` must be a number"},
      {"thresholds: {block: -1}", 3, "`thresholds.block` must be a number"},
      {"thresholds: {block: .inf}", 3, "`thresholds.block` must be a number"},
      {"thresholds: {block: 1e999}", 3, "`thresholds.block` must be a number"},
      {"thresholds: 5", 3, "`thresholds` must be a mapping"},
      {"cache_ttl: -1", 3, "`cache_ttl` must be a whole number"},
      {"approval_ttl: 1.5", 3, "`approval_ttl` must be a whole number"},
      {"replan_ttl: 99999999999999999999", 3, "`replan_ttl` must be a whole number"},
      {"trigger_tools: Edit", 3, "`trigger_tools` must be a list of tools"},
      {"trigger_tools: {tool: Bash}", 3, "`trigger_tools` must be a list of tools"},
      {"trigger_tools:\n  - Edit\n  - [Write]", 5, "`trigger_tools` must be a tool"},
      {"trigger_tools:\n  - command_pattern: x", 4, "`trigger_tools` must be a tool"},
      {"trigger_tools:\n  - ~", 4, "`trigger_tools` must be a tool"},
      {"trigger_tools: ['']", 3, "`trigger_tools` must be text"},
      {"trigger_tools:\n  - tool: Bash\n    command_pattern: [x]", 5,
       "`trigger_tools.command_pattern` must be a regular expression"},
      {"trigger_tools:\n  - tool: Bash\n    command_pattern: " + long_text, 5,
       "of at most 4096 bytes"},
      {"satisfied_by_tool: {command_pattern: x}", 3, "`satisfied_by_tool` must be a tool"},
      {"satisfied_by_skill: {a: b}", 3, "`satisfied_by_skill` must be text"},
      {"auto_resolve_skill: \"a\\nb\"", 3, "`auto_resolve_skill` must be text"},
      {"message: [a]", 3, "`message` must be text"},
      {"checklist:\n  - a\n  - [b]", 5, "`checklist` must be text"},
      {"evidence: true", 3, "`evidence` must be a mapping"},
      {"evidence:\n  dirs:\n    - a\n    - /etc", 6, "`evidence.dirs` must be a path inside"},
      {"evidence: {dirs: ../x}", 3, "`evidence.dirs` must be a path inside"},
      {"evidence: {dirs: [a/../../x]}", 3, "`evidence.dirs` must be a path inside"},
      {"evidence: {dirs: ~/plans}", 3, "`evidence.dirs` must be a path inside"},
      {"evidence: {max_age_seconds: -5}", 3, "`evidence.max_age_seconds` must be"},
      {"fingerprint: {paths: /etc}", 3, "`fingerprint.paths` must be a path inside"},
      {"fingerprint: {}", 3, "has neither `paths` nor `range`"},
      {"fingerprint: {range: main}", 3, "`fingerprint.range` must be a range"},
      {"fingerprint: {range: '--all..x'}", 3, "`fingerprint.range` must be a range"},
      {"fingerprint: {range: 'a..b;ls'}", 3, "`fingerprint.range` must be a range"},
      {"fingerprint: {range: 'a..b..c'}", 3, "`fingerprint.range` must be a range"},
      {"fingerprint: {range: 'a....b'}", 3, "`fingerprint.range` must be a range"},
      {"fingerprint: {range: '..'}", 3, "`fingerprint.range` must be a range"},
      {"deprecated: [x]", 3, "`deprecated` must be true or false"},
      {"stop_only: 2", 3, "`stop_only` must be true or false"},
  };
}

// S4-25, S4-92: a bad entry goes alone, and it is said where it is bad.
TEST(RequirementEntryTest, ABadEntryIsLeftOutWithFileAndLine) {
  for (const BadRow& row : bad_rows()) {
    SCOPED_TRACE(row.keys.substr(0, 80));
    const Requirements all = parsed(entry(row.keys) + "  good:\n    enabled: yes\n");
    ASSERT_EQ(all.list.size(), 1U);
    EXPECT_EQ(all.list[0].name, "good");
    bool found = false;
    for (const model::ConfigProblem& problem : all.problems) {
      EXPECT_EQ(problem.file, kRequirementFile);
      EXPECT_TRUE(problem.message.starts_with("requirement `r` is left out: ")) << problem.message;
      found = found ||
              (problem.line == row.line && problem.message.find(row.message) != std::string::npos);
    }
    EXPECT_TRUE(found) << ::testing::PrintToString(lines_of(all.problems));
  }
}

TEST(RequirementEntryTest, EveryBadValueOfAnEntryIsNamed) {
  EXPECT_EQ(lines_of(parsed(entry("scope: x\nenforce: y\nbogus: 1")).problems),
            (Lines{"3 requirement `r` is left out: `scope` must be session, branch, single_use or "
                   "permanent, not 'x'",
                   "4 requirement `r` is left out: `enforce` must be observe, warn or block, not "
                   "'y'",
                   "5 requirement `r`: unknown key `bogus`"}));
}

TEST(RequirementEntryTest, ANameIsSafeAsAKeyAndInAFileName) {
  const std::string longest(100, 'n');
  for (const std::string& name : {std::string("commit_plan"), std::string("prüfung 2.0"), longest,
                                  std::string("\"on\""), std::string("5")}) {
    const Requirements all = parsed("requirements:\n  " + name + ": {enabled: yes}\n");
    EXPECT_EQ(all.list.size(), 1U) << name;
    EXPECT_TRUE(all.problems.empty()) << name;
  }
  for (const std::string& name :
       {longest + "n", std::string("\"a\\nb\""), std::string("\"a\\0\""), std::string("\"\\e[1m\""),
        std::string("a/b"), std::string("a\\b"), std::string("..\x2fx"), std::string(".hidden"),
        std::string("\"-x\""), std::string("\"\"")}) {
    const Requirements all = parsed("requirements:\n  " + name + ": {enabled: yes}\n");
    EXPECT_TRUE(all.list.empty()) << name;
    ASSERT_EQ(all.problems.size(), 1U) << name;
    EXPECT_EQ(all.problems[0].line, 2);
    EXPECT_LT(all.problems[0].message.size(), 300U);
    for (const char c : all.problems[0].message) EXPECT_GE(static_cast<unsigned char>(c), 0x20U);
  }
}

TEST(RequirementEntryTest, WhatIsNoMappingIsNoRequirement) {
  EXPECT_EQ(lines_of(parsed("requirements:\n  a: yes\n  b: [x]\n").problems),
            (Lines{"2 requirement `a` is left out: it must be a mapping",
                   "3 requirement `b` is left out: it must be a mapping"}));
  EXPECT_EQ(lines_of(parsed("requirements: [a]\n").problems),
            Lines{"1 `requirements` must be a mapping"});
}

TEST(RequirementEntryTest, ControlCharactersAreTakenOutOfWhatPeopleRead) {
  const Requirements all =
      parsed(entry("message: \"a\\e[31mb\\tc\\n\"\nchecklist: [\"\\0x\"]\ndescription: \"\\x7f\""));
  ASSERT_EQ(all.list.size(), 1U);
  EXPECT_EQ(all.list[0].message, "a[31mb\tc\n");
  EXPECT_EQ(all.list[0].checklist, Words{"x"});
  EXPECT_EQ(all.list[0].description, "");
  EXPECT_EQ(all.problems.size(), 3U);
}

}  // namespace
}  // namespace store
