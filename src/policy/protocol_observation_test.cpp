#include "policy/protocol_observation.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

using Kind = Observation::Kind;

const std::string kLog = ".agents/sessions/2026-01-18-session-01.md";

struct ProtocolObservationTest : ::testing::Test {
  model::Config config;
  model::ToolCall call;
  std::vector<std::string> reads;
  std::vector<std::string> writes;

  std::vector<Observation> seen(const char* command = nullptr) {
    shell::Analysis analysis;
    if (command != nullptr) analysis = shell::analyse(command, {"/p", "/home/dev"});
    return observe({call, reads, writes, command != nullptr ? &analysis : nullptr}, config, kLog);
  }
};

// S1-57, B1-22: only the two init tools count as initialisation.
TEST_F(ProtocolObservationTest, OnlyTheInitCallsOfSerenaAreItsInitialisation) {
  call.tool = "mcp__serena__activate_project";
  ASSERT_EQ(seen().size(), 1U);
  EXPECT_EQ(seen()[0].kind, Kind::serena_init);
  EXPECT_EQ(seen()[0].words, "activate_project");
  call.tool = "mcp__serena__initial_instructions";
  EXPECT_EQ(seen()[0].kind, Kind::serena_init);
  for (const char* other : {"mcp__serena__find_symbol", "mcp__other__activate_project", "Read"}) {
    call.tool = other;
    EXPECT_TRUE(seen().empty()) << other;
  }
}

// S1-31, S1-32
TEST_F(ProtocolObservationTest, WhatWasReadIsTheEvidenceThatTheGatesAskFor) {
  call.tool = "Read";
  reads = {".agents/HANDOFF.md"};
  ASSERT_EQ(seen().size(), 1U);
  EXPECT_EQ(seen()[0].kind, Kind::handoff_read);
  reads = {"docs/HANDOFF.md"};
  EXPECT_TRUE(seen().empty());
  reads = {".serena/memories/skill-usage-mandatory.md"};
  EXPECT_EQ(seen()[0].kind, Kind::skill_memory_read);
  reads = {".agents/governance/PROJECT-CONSTRAINTS.md"};
  EXPECT_EQ(seen()[0].words, "CONSTRAINTS");
  reads.clear();
  writes = {".agents/HANDOFF.md"};
  EXPECT_TRUE(seen().empty()) << "Written is not read.";
  writes = {kLog};
  EXPECT_EQ(seen()[0].kind, Kind::session_log);
}

TEST_F(ProtocolObservationTest, AMemoryThatSerenaReadIsSeenByItsName) {
  call.tool = "mcp__serena__read_memory";
  call.memories = {"skill-usage-mandatory"};
  ASSERT_EQ(seen().size(), 2U);
  EXPECT_EQ(seen()[1].kind, Kind::skill_memory_read);
  call.memories = {"other"};
  ASSERT_EQ(seen().size(), 1U);
  call.tool = "mcp__serena__delete_memory";
  call.memories = {"skill-usage-mandatory"};
  EXPECT_TRUE(seen().empty());
}

TEST_F(ProtocolObservationTest, ACommandIsSeenByWhatItDoesNotByItsText) {
  call.tool = "Bash";
  ASSERT_EQ(seen("git status --short").size(), 1U);
  EXPECT_EQ(seen("git status")[0].words, "git status");
  EXPECT_TRUE(seen("echo git status").empty());
  EXPECT_EQ(seen("git rev-parse HEAD")[0].words, "starting commit");
  EXPECT_EQ(seen("git commit -m x")[0].kind, Kind::commit);
  EXPECT_EQ(seen("ls .claude/skills/github/scripts")[0].words, "skill scripts");
  EXPECT_TRUE(seen("rm .claude/skills/github/scripts").empty());
  config.protocol_skills_dir.clear();
  EXPECT_TRUE(seen("ls .claude/skills/github/scripts").empty());
}

}  // namespace
}  // namespace policy
