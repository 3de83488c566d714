#include "engine/cost_usage.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace engine {
namespace {

TEST(CostUsage, EverySessionAndEachOfItsAgentsHasItsSum) {
  os::FakeSystem system;
  const auto line = [](const std::string& id, const std::string& model) {
    return R"({"message":{"id":")" + id + R"(","model":")" + model +
           R"(","usage":{"input_tokens":1000000,"output_tokens":7}},)"
           R"("timestamp":"2026-11-10T10:00:00.000Z"})"
           "\n";
  };
  const std::string folder = "/home/dev/.claude/projects/p/";
  system.files.poke(folder + "s1.jsonl",
                    line("m1", "claude-sonnet-4-5") + line("m2", "claude-sonnet-4-5"));
  system.files.poke(folder + "s1/subagents/agent-a7.jsonl", line("m3", "gpt-5"));
  system.files.poke(folder + "s1/subagents/agent-a7.meta.json", R"({"agentType":"Explore"})");
  const UsageReport report = usage_of_agents(system.system());
  ASSERT_EQ(report.agents.size(), 2U);
  EXPECT_EQ(report.agents[0].session_id, "s1");
  EXPECT_EQ(report.agents[0].agent_id, "");
  EXPECT_EQ(report.agents[0].tokens.input, 2'000'000U);
  EXPECT_EQ(report.agents[0].tokens.requests, 2U);
  EXPECT_EQ(report.agents[0].model, "claude-sonnet-4-5");
  ASSERT_TRUE(report.agents[0].usd);
  EXPECT_NEAR(*report.agents[0].usd, 6.00021, 1e-9);
  EXPECT_EQ(report.agents[1].agent_id, "a7");
  EXPECT_EQ(report.agents[1].model, "gpt-5");
  EXPECT_EQ(report.agents[1].agent_type, "Explore");
  EXPECT_EQ(report.agents[1].tokens.output, 7U);
  EXPECT_FALSE(report.agents[1].usd);
}

}  // namespace
}  // namespace engine
