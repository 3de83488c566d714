#include "store/requirement_reader.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/test_requirement.h"

namespace store {
namespace {

using model::Requirements;
using model::RequirementScope;

// S4-93
TEST(RequirementReaderTest, TheHooksAreReadAndHaveTheirDefaults) {
  const model::RequirementHooks defaults = parsed("requirements: {}\n").hooks;
  EXPECT_TRUE(defaults.inject_context && defaults.stop_verifies);
  EXPECT_FALSE(defaults.carry_over.enabled || defaults.clear_session_state);
  EXPECT_EQ(defaults.stop_max_blocks, 1);
  EXPECT_EQ(defaults.stop_scopes, std::vector{RequirementScope::session});
  const Requirements all = parsed(
      "hooks:\n"
      "  session_start:\n"
      "    inject_context: no\n"
      "    briefing_format: standard\n"
      "    custom_header: Hello\n"
      "    carry_over: {enabled: yes, window_seconds: 600, scopes: [session, branch]}\n"
      "  stop:\n"
      "    verify_requirements: off\n"
      "    verify_scopes: single_use\n"
      "    max_blocks: 3\n"
      "  session_end:\n"
      "    clear_session_state: on\n");
  EXPECT_EQ(lines_of(all.problems), Lines{});
  const model::RequirementHooks& hooks = all.hooks;
  EXPECT_FALSE(hooks.inject_context);
  EXPECT_EQ(hooks.briefing, model::BriefingFormat::standard);
  EXPECT_EQ(hooks.custom_header, "Hello");
  EXPECT_TRUE(hooks.carry_over.enabled);
  EXPECT_EQ(hooks.carry_over.window_s, 600);
  EXPECT_EQ(hooks.carry_over.scopes,
            (std::vector{RequirementScope::session, RequirementScope::branch}));
  EXPECT_FALSE(hooks.stop_verifies);
  EXPECT_EQ(hooks.stop_scopes, std::vector{RequirementScope::single_use});
  EXPECT_EQ(hooks.stop_max_blocks, 3);
  EXPECT_TRUE(hooks.clear_session_state);
}

// 4.12
TEST(RequirementReaderTest, TheKeysOfOurOwnAreRead) {
  const Requirements all = parsed(
      "version: 1.0\n"
      "enabled: no\n"
      "satisfy_on: turn_end\n"
      "resume_inherits: no\n"
      "prune_days: 30\n"
      "prune_keep: 5\n"
      "stop: {max_blocks: 0}\n");
  EXPECT_EQ(lines_of(all.problems), Lines{});
  EXPECT_FALSE(all.enabled || all.resume_inherits);
  EXPECT_EQ(all.satisfy_on, model::SatisfyMoment::turn_end);
  EXPECT_EQ(all.prune_days, 30);
  EXPECT_EQ(all.prune_keep, 5);
  EXPECT_EQ(all.hooks.stop_max_blocks, 0);
  const Requirements defaults = parsed("");
  EXPECT_TRUE(defaults.enabled && defaults.resume_inherits);
  EXPECT_EQ(defaults.satisfy_on, model::SatisfyMoment::load);
  EXPECT_EQ(defaults.prune_days, 90);
  EXPECT_EQ(defaults.prune_keep, 50);
  EXPECT_EQ(parsed("keep: 7\n").prune_keep, 7);
  // Of two spellings the longer one counts, wherever they stand.
  EXPECT_EQ(parsed("prune_keep: 5\nkeep: 7\n").prune_keep, 5);
  EXPECT_EQ(parsed("hooks: {stop: {max_blocks: 4}}\nstop: {max_blocks: 0}\n").hooks.stop_max_blocks,
            4);
}

TEST(RequirementReaderTest, ABadSettingIsAProblemAndTheDefaultStays) {
  const Requirements all = parsed(
      "enabled: perhaps\n"
      "satisfy_on: never\n"
      "prune_days: 0\n"
      "keep: -1\n"
      "stop: 5\n"
      "hooks:\n"
      "  stop:\n"
      "    verify_scopes: [session, forever]\n"
      "    max_blocks: 101\n"
      "  session_start:\n"
      "    briefing_format: long\n"
      "    carry_over: yes\n"
      "  session_end: []\n");
  std::vector<int> lines;
  for (const auto& problem : all.problems) lines.push_back(problem.line);
  EXPECT_EQ(lines, (std::vector<int>{5, 4, 1, 2, 3, 8, 9, 11, 12, 13}));
  EXPECT_TRUE(all.enabled);
  EXPECT_EQ(all.prune_days, 90);
  EXPECT_EQ(all.prune_keep, 50);
  EXPECT_EQ(all.hooks.stop_scopes, std::vector{RequirementScope::session});
  EXPECT_EQ(all.hooks.stop_max_blocks, 1);
  EXPECT_FALSE(all.hooks.carry_over.enabled);
}

TEST(RequirementReaderTest, AnUnknownKeyIsNamedAndTheEntryStays) {
  const Requirements all = parsed(
      "enabeld: no\n"
      "x-anchors: &a {enabled: yes}\n"
      "hooks: {on_stop: 1, stop: {verify: 2}, session_start: {carry_over: {windows: 3}}}\n"
      "requirements:\n"
      "  r:\n"
      "    <<: *a\n"
      "    x-note: mine\n"
      "    trigger_tool: [Edit]\n"
      "    evidence: {folders: a}\n"
      "    trigger_tools: [{tool: Bash, pattern: x}]\n"
      "stop: {blocks: 1}\n");
  EXPECT_EQ(lines_of(all.problems),
            (Lines{"11 unknown key `stop.blocks`", "1 unknown key `enabeld`",
                   "3 unknown key `hooks.on_stop`", "3 unknown key `hooks.stop.verify`",
                   "3 unknown key `hooks.session_start.carry_over.windows`",
                   "8 requirement `r`: unknown key `trigger_tool`",
                   "9 requirement `r`: unknown key `evidence.folders`",
                   "10 requirement `r`: unknown key `trigger_tools.pattern`"}));
  ASSERT_EQ(all.list.size(), 1U);
  EXPECT_TRUE(all.list[0].enabled);
}

// What a user of the other tool has set is not passed over in silence.
TEST(RequirementReaderTest, AKnownKeyThatIsNotActedOnIsListed) {
  std::string yaml = "hooks:\n";
  const Words hooks{"plan_enter", "prompt_submit", "permission_request", "wip_tracking",
                    "obsidian",   "agent_teams",   "session_learning",   "qdrant",
                    "retrieval",  "lazy_dev"};
  const Words outer{"strict_preflight", "logging", "console", "debug", "budgets", "workflow"};
  for (const std::string& key : hooks) yaml += "  " + key + ": {enabled: true}\n";
  for (const std::string& key : outer) yaml += key + ": 1\n";
  Lines expected;
  int line = 1;
  for (const std::string& key : hooks) {
    expected.push_back(std::to_string(++line) + " `hooks." + key +
                       "` is known, but this version does not act on it");
  }
  for (const std::string& key : outer) {
    expected.push_back(std::to_string(++line) + " `" + key +
                       "` is known, but this version does not act on it");
  }
  const Requirements all = parsed(yaml);
  EXPECT_EQ(lines_of(all.unused), expected);
  EXPECT_EQ(lines_of(all.problems), Lines{});
  EXPECT_TRUE(parsed("logging:\n").unused.empty());
}

TEST(RequirementReaderTest, ThereAreAtMostFiveHundredAndProblemsHaveAnEndToo) {
  std::string yaml = "requirements:\n";
  for (int i = 0; i < 502; ++i) yaml += "  r" + std::to_string(i) + ": {enabled: yes}\n";
  const Requirements all = parsed(yaml);
  EXPECT_EQ(all.list.size(), 500U);
  EXPECT_EQ(lines_of(all.problems),
            Lines{"502 more than 500 requirements; this one and those after it are left out"});
  std::string wrong = "requirements:\n";
  for (int i = 0; i < 400; ++i) wrong += "  r" + std::to_string(i) + ": 5\n";
  const Requirements none = parsed(wrong);
  EXPECT_EQ(none.problems.size(), Findings::kListedMax + 1);
  EXPECT_EQ(none.problems.back().message, "there is more, which is not listed");
  std::string items = "trigger_tools: [";
  for (int i = 0; i < 1001; ++i) items += "Edit, ";
  EXPECT_EQ(lines_of(parsed(entry(items + "]")).problems),
            Lines{"3 requirement `r` is left out: `trigger_tools` has more than 1000 items"});
}

}  // namespace
}  // namespace store
