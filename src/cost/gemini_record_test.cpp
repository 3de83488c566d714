#include "cost/gemini_record.h"

#include <gtest/gtest.h>

namespace cost {
namespace {

constexpr std::string_view kMessage =
    R"({"id":"m1","timestamp":"2026-11-10T10:00:00.000Z","type":"gemini","content":"hi",)"
    R"("thoughts":[],"tokens":{"input":1000,"output":50,"cached":400,"thoughts":30,"tool":7,)"
    R"("total":1087},"model":"gemini-2.5-pro","toolCalls":[{"id":"t","args":{"tokens":{"input":9}}}]})";

TEST(GeminiRecord, AMessageTellsWhatItsAnswerUsed) {
  const auto record = read_gemini_record(kMessage);
  ASSERT_TRUE(record);
  ASSERT_EQ(record->uses.size(), 1U);
  const GeminiUse& use = record->uses[0];
  EXPECT_EQ(use.id, "m1");
  EXPECT_EQ(use.model, "gemini-2.5-pro");
  EXPECT_EQ(use.time_ms, 1794304800000);
  // The cached part is in the input; thoughts are answered for as output; a tool's prompt is input.
  EXPECT_EQ(use.tokens, (Tokens{607, 80, 400, 0, 0, 0, 1}));
}

TEST(GeminiRecord, FactsOfTheSessionMayHoldMessages) {
  const std::string message(kMessage);
  for (const std::string& text :
       {R"({"sessionId":"s1","projectHash":"h","kind":"main","messages":[)" + message + "]}",
        R"({"$set":{"sessionId":"s1","messages":[)" + message + "," + message + "]}}"}) {
    SCOPED_TRACE(text);
    const auto record = read_gemini_record(text);
    ASSERT_TRUE(record);
    EXPECT_EQ(record->session, "s1");
    EXPECT_GE(record->uses.size(), 1U);
  }
}

TEST(GeminiRecord, OtherMessagesTellNothing) {
  for (const std::string_view text :
       {"{}", R"({"$rewindTo":"m1"})", R"({"$set":{"summary":"x"}})",
        R"({"id":"m","timestamp":"2026-11-10T10:00:00Z","type":"user","tokens":{"input":5}})",
        R"({"id":"m","timestamp":"2026-11-10T10:00:00Z","type":"gemini","tokens":null})",
        R"({"id":"m","timestamp":"2026-11-10T10:00:00Z","type":"gemini","tokens":{"input":-5}})",
        R"({"id":"m","timestamp":"never","type":"gemini","tokens":{"input":5}})",
        R"({"timestamp":"2026-11-10T10:00:00Z","type":"gemini","tokens":{"input":5}})"}) {
    SCOPED_TRACE(text);
    const auto record = read_gemini_record(text);
    ASSERT_TRUE(record);
    EXPECT_TRUE(record->uses.empty());
    EXPECT_EQ(record->session, "");
  }
}

TEST(GeminiRecord, WhatIsNoWholeObjectTellsNothing) {
  for (const std::string_view text : {"", "[]x", R"({"messages":[)", R"({"messages":[{}})",
                                      R"({"id":"m"} {"id":"n"})", R"({"messages":[{},]})"}) {
    SCOPED_TRACE(text);
    EXPECT_FALSE(read_gemini_record(text));
  }
}

}  // namespace
}  // namespace cost
