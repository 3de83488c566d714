#include "host/claude_code/lineage.h"

#include <gtest/gtest.h>

namespace host::claude_code {
namespace {

TEST(ClaudeCodeLineageTest, TheConversationIsTheOneThatTheCommandLineResumes) {
  constexpr const char* kId = "7d1054b6-2839-4e27-bcef-43e6e47ca4b4";
  struct Row {
    std::string line;
    std::string found;
  };
  const std::vector<Row> rows{
      {std::string("claude --resume ") + kId + " --fork-session", kId},
      {std::string("claude -p go on -r ") + kId + " --fork-session", kId},
      {std::string("claude --resume=") + kId + " --fork-session", kId},
      {std::string("claude -p say --resume to me --resume ") + kId, kId},
      {"claude --continue --fork-session", ""},
      {std::string("claude -p ") + kId, ""},
      {"claude --resume", ""},
      {"", ""},
  };
  for (const Row& row : rows) EXPECT_EQ(resumed_conversation(row.line), row.found) << row.line;
}

}  // namespace
}  // namespace host::claude_code
