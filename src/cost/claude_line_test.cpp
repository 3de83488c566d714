#include "cost/claude_line.h"

#include <gtest/gtest.h>

#include <string>

namespace cost {
namespace {

// As Claude Code 2.1.325 writes it, in the order of its keys; %U% is the usage.
constexpr std::string_view kLine =
    R"({"parentUuid": "2d", "isSidechain": false, "message": {"id": "msg_1", "type": "message", )"
    R"("role": "assistant", "model": "claude-sonnet-4-5", "content": [{"type": "text", "text": )"
    R"("a \"usage\": {\"input_tokens\": 9} b"}, {"type":"tool_use","input":{"usage":{"input_tokens":7}}}], )"
    R"("stop_reason": "tool_use", "usage": %U%}, "requestId": "req_1", "type": "assistant", )"
    R"("timestamp": "2026-11-15T18:28:16.877Z", "cwd": "/home/dev/proj", "sessionId": "7d", )"
    R"("gitBranch": "master"})";

std::string line_with(std::string_view usage) {
  std::string line(kLine);
  return line.replace(line.find("%U%"), 3, usage);
}

TEST(ClaudeLine, TellsWhatARequestUsed) {
  const std::string line = line_with(
      R"({"input_tokens": 1000, "cache_creation_input_tokens": 200, "cache_read_input_tokens": 300, )"
      R"("output_tokens": 42, "server_tool_use": {"web_search_requests": 2}, )"
      R"("cache_creation": {"ephemeral_1h_input_tokens": 150, "ephemeral_5m_input_tokens": 50}})");
  const auto use = read_claude_use(line);
  ASSERT_TRUE(use);
  EXPECT_EQ(use->tokens, (Tokens{1000, 42, 300, 50, 150, 2, 1}));
  EXPECT_EQ(use->message_id, "msg_1");
  EXPECT_EQ(use->request_id, "req_1");
  EXPECT_EQ(use->model, "claude-sonnet-4-5");
  EXPECT_EQ(use->branch, "master");
  EXPECT_EQ(use->cwd, "/home/dev/proj");
  EXPECT_EQ(use->time_ms, 1794767296877);
  EXPECT_FALSE(use->is_sidechain);
}

TEST(ClaudeLine, CacheWritesWithoutAKindAreOfTheCheaperOne) {
  struct Row {
    std::string_view parts;
    std::uint64_t five_minutes, hour;
  };
  for (const Row& row : {Row{"0,\"ephemeral_1h_input_tokens\":0", 200, 0},
                         Row{"200,\"ephemeral_1h_input_tokens\":0", 200, 0},
                         Row{"0,\"ephemeral_1h_input_tokens\":200", 0, 200},
                         Row{"0,\"ephemeral_1h_input_tokens\":120", 80, 120},
                         Row{"300,\"ephemeral_1h_input_tokens\":0", 200, 0},
                         Row{"0,\"ephemeral_1h_input_tokens\":900", 0, 200}}) {
    SCOPED_TRACE(row.parts);
    const auto use = read_claude_use(
        line_with(R"({"input_tokens":1,"cache_creation_input_tokens":200,"cache_creation":)"
                  R"({"ephemeral_5m_input_tokens":)" +
                  std::string(row.parts) + "}}"));
    ASSERT_TRUE(use);
    EXPECT_EQ(use->tokens.cache_write_5m, row.five_minutes);
    EXPECT_EQ(use->tokens.cache_write_1h, row.hour);
  }
}

TEST(ClaudeLine, WhatIsNoUsageIsNone) {
  for (const std::string_view usage :
       {R"({"input_tokens":-1})", R"({"input_tokens":1e99})", R"({"output_tokens":1.5})",
        R"({"output_tokens":"42"})", R"({"input_tokens":99999999999})", "null", "[]", "{}", "7",
        R"({"cache_creation":{"ephemeral_5m_input_tokens":-7}})", R"({"input_tokens":1)"}) {
    SCOPED_TRACE(usage);
    EXPECT_FALSE(read_claude_use(line_with(usage)));
  }
  EXPECT_FALSE(read_claude_use(R"({"message":{"usage":{"input_tokens":1}}})")) << "no time";
  EXPECT_FALSE(
      read_claude_use(R"({"timestamp":"2026-11-15T18:28:16.877Z","usage":{"input_tokens":1}})"));
  EXPECT_FALSE(read_claude_use(
      R"({"timestamp":"2026-11-15T18:28:16.877Z","text":"\"message\":{\"usage\":{\"input_tokens\":1}}"})"));
}

TEST(ClaudeLine, ProgressCarriesTheLineOfASubagent) {
  const auto use = read_claude_use(
      R"({"type":"progress","data":{"type":"agent_progress","message":)" +
      line_with(R"({"input_tokens":5})") + R"(},"timestamp":"2026-11-15T18:28:17.000Z"})");
  ASSERT_TRUE(use);
  EXPECT_EQ(use->tokens.input, 5U);
  EXPECT_TRUE(use->is_sidechain);
}

TEST(ClaudeLine, TheHostsOwnSumIsRead) {
  const auto state = read_cost_state(
      R"({"type": "cost-state", "sessionId": "7d", "totalCostUSD": 0.022350000000000002, )"
      R"("modelUsage": {"claude-sonnet-4-5": {"inputTokens": 5000, "outputTokens": 210, )"
      R"("cacheReadInputTokens": 1500, "cacheCreationInputTokens": 1000, "webSearchRequests": 1}, )"
      R"("b": {"inputTokens": 1}}})");
  ASSERT_TRUE(state);
  EXPECT_DOUBLE_EQ(state->usd, 0.02235);
  EXPECT_EQ(state->tokens, (Tokens{5001, 210, 1500, 1000, 0, 1, 0}));
  EXPECT_FALSE(read_cost_state(R"({"type":"cost-state","totalCostUSD":-1})"));
  EXPECT_FALSE(read_cost_state(R"({"type":"x","totalCostUSD":1})"));
  EXPECT_FALSE(read_cost_state(R"({"type":"cost-state","totalCostUSD":"1"})"));
}

}  // namespace
}  // namespace cost
