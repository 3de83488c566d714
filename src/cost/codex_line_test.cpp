#include "cost/codex_line.h"

#include <gtest/gtest.h>

namespace cost {
namespace {

TEST(CodexLine, BothKindsOfEventTellTheThreadsSum) {
  const auto count = read_codex_line(
      R"({"timestamp": "2026-11-15T18:49:25.800Z", "type": "event_msg", "payload": {"type": )"
      R"("token_count", "info": {"total_token_usage": {"input_tokens": 200, "cached_input_tokens": 20, )"
      R"("cache_write_input_tokens": 0, "output_tokens": 40, "total_tokens": 240}, )"
      R"("last_token_usage": {"input_tokens": 100, "cached_input_tokens": 10, "output_tokens": 20}}}})");
  const auto record = read_codex_line(
      R"({"timestamp":"2026-11-15T18:49:25.797Z","type":"token_usage_record","payload":{"usage":)"
      R"({"input_tokens":100,"cached_input_tokens":10,"output_tokens":20},"turn_token_usage":)"
      R"({"input_tokens":900},"thread_token_usage":{"input_tokens":200,"cached_input_tokens":20,)"
      R"("output_tokens":40}}})");
  for (const auto& line : {count, record}) {
    ASSERT_TRUE(line && line->total && line->last);
    EXPECT_EQ(*line->total, (CodexTokens{200, 20, 0, 40}));
    EXPECT_EQ(*line->last, (CodexTokens{100, 10, 0, 20}));
  }
}

TEST(CodexLine, TheTurnTellsModelAndFolder) {
  const auto line = read_codex_line(
      R"({"timestamp":"t","type":"turn_context","payload":{"cwd":"/home/dev/proj","model":"mock",)"
      R"("usage":{"input_tokens":5},"git":{"branch":"main"}}})");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->model, "mock");
  EXPECT_EQ(line->cwd, "/home/dev/proj");
  EXPECT_EQ(line->branch, "main");
  EXPECT_FALSE(line->last);
}

TEST(CodexLine, OtherLinesTellNothing) {
  for (const std::string_view line :
       {"", "{}", R"({"type":"response_item","payload":{"usage":{"input_tokens":5}}})",
        R"({"type":"event_msg","payload":{"info":{"total_token_usage":{"input_tokens":5}}})"}) {
    SCOPED_TRACE(line);
    EXPECT_FALSE(read_codex_line(line));
  }
  const auto hostile = read_codex_line(
      R"({"type":"event_msg","payload":{"info":{"total_token_usage":{"input_tokens":-5}}}})");
  ASSERT_TRUE(hostile);
  EXPECT_FALSE(hostile->total);
}

TEST(CodexLine, TheCachedPartIsInTheInput) {
  EXPECT_EQ(tokens_of({100, 10, 0, 20}), (Tokens{90, 20, 10, 0, 0, 0, 1}));
  EXPECT_EQ(tokens_of({100, 400, 5, 20}), (Tokens{0, 20, 100, 0, 0, 0, 1}));
}

}  // namespace
}  // namespace cost
