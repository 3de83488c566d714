#include "host/payload.h"

#include <gtest/gtest.h>

namespace host {
namespace {

TEST(PayloadTest, MembersAreFoundByTheirPlace) {
  const Payload payload(
      R"({"session_id":"s","tool_input":{"command":"ls","deep":{"command":"no"}},)"
      R"("preToolUse":{"parameters":{"path":"/a"}},"duration_ms":7,)"
      R"("stop_hook_active":true,"workspace_roots":["/one","/two"]})");
  EXPECT_EQ(payload.problem(), "");
  EXPECT_EQ(payload.text("session_id"), "s");
  EXPECT_EQ(payload.text("tool_input.command"), "ls");
  EXPECT_EQ(payload.text("preToolUse.parameters.path"), "/a");
  EXPECT_EQ(payload.whole_number("duration_ms"), 7U);
  EXPECT_TRUE(payload.flag("stop_hook_active"));
  EXPECT_EQ(payload.texts("workspace_roots[]"), (std::vector<std::string_view>{"/one", "/two"}));
}

TEST(PayloadTest, WhatStandsElsewhereIsNotTakenForIt) {
  const Payload payload(R"({"list":[{"session_id":"in a list","tool_input":{"command":"no"}}],)"
                        R"("other":{"session_id":"deeper"},"tool_input":[{"command":"no"}],)"
                        R"("workspace_roots":[["/nested"],{"a":"/in an object"}]})");
  EXPECT_EQ(payload.text("session_id"), "");
  EXPECT_EQ(payload.text("tool_input.command"), "");
  EXPECT_TRUE(payload.texts("workspace_roots[]").empty());
}

TEST(PayloadTest, TheLastOfTwoCountsWhateverItIs) {
  const Payload twice(R"({"tool_name":"Read","tool_name":"Write"})");
  EXPECT_EQ(twice.text("tool_name"), "Write");
  const Payload no_text(R"({"tool_name":"Read","tool_name":7})");
  EXPECT_EQ(no_text.text("tool_name"), "");
  EXPECT_TRUE(no_text.has_number("tool_name"));
}

TEST(PayloadTest, WhatCameBeforeABreakIsThere) {
  const Payload payload(R"({"tool_name":"Write","tool_input":{"file_path":"/a","content":"x)");
  EXPECT_NE(payload.problem(), "");
  EXPECT_EQ(payload.text("tool_name"), "Write");
  EXPECT_EQ(payload.text("tool_input.file_path"), "/a");
}

TEST(PayloadTest, AByteOrderMarkIsPassedOver) {
  EXPECT_EQ(Payload("\xEF\xBB\xBF{\"cwd\":\"/a\"}").text("cwd"), "/a");
}

TEST(PayloadTest, ATextThatIsJsonIsReadAsASection) {
  Payload payload(R"({"toolArgs":"{\"path\":\"/a\",\"command\":\"ls\"}"})");
  payload.read_nested(payload.text("toolArgs"), "toolArgs");
  EXPECT_EQ(payload.text("toolArgs.path"), "/a");
  EXPECT_EQ(payload.text("toolArgs.command"), "ls");
  EXPECT_EQ(payload.problem(), "");
  payload.read_nested("{broken", "toolArgs");
  EXPECT_NE(payload.problem(), "");
}

TEST(PayloadTest, HalfACharacterIsNoReasonNotToReadTheRest) {
  for (const char* half : {R"(\ud83d)", R"(\ud83dx)", R"(\ud83d\n)", R"(\ud83d\ud83d\ude00)"}) {
    const Payload payload(R"({"tool_input":{"content":")" + std::string(half) +
                          R"(","command":"a \\\\ud83d \ud83d\ude00"},"cwd":"/a"})");
    EXPECT_EQ(payload.problem(), "") << half;
    EXPECT_EQ(payload.text("tool_input.command"), "a \\\\ud83d \xF0\x9F\x98\x80") << half;
    EXPECT_EQ(payload.text("cwd"), "/a");
    EXPECT_EQ(payload.texts("cwd").size(), 1U);
  }
}

TEST(PayloadTest, NestingHasAnEnd) {
  EXPECT_NE(Payload(std::string(100'000, '[')).problem(), "");
  EXPECT_NE(Payload(R"({"a":)" + std::string(100'000, '{')).problem(), "");
}

// C1
TEST(PayloadTest, HalfACharacterIsMendedWhereverABackslashEndsTheText) {
  for (const char* tail :
       {"\\", "\\\\", "\\\"", "\\n", "\\u", "\\u1", "\\u12", "\\u123", "\\ud83d"}) {
    for (const char* end : {"", "\"", "\"}", "\"}\n", "\"}  ", "\"}   "}) {
      const std::string text = std::string(R"({"tool_name":"Write","x":"\ud83d )") + tail + end;
      SCOPED_TRACE(text);
      EXPECT_EQ(Payload(text).text("tool_name"), "Write");
    }
  }
  const Payload whole(R"({"prompt":"\ud83d\ude00 \ud83d","reason":"a\\"})");
  EXPECT_EQ(whole.problem(), "");
  EXPECT_EQ(whole.text("prompt"), "\xF0\x9F\x98\x80 \xEF\xBF\xBD");
  EXPECT_EQ(whole.text("reason"), "a\\");
}

}  // namespace
}  // namespace host
