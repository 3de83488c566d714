#include "host/detection.h"

#include <gtest/gtest.h>

namespace host {
namespace {

std::string_view host_of(std::string_view json) { return adapter_by_shape(Payload(json)).name; }

TEST(DetectionTest, NoMemberAloneTellsAHost) {
  // Each of these is a mark of another host where the rest fits too.
  for (const char* member :
       {R"("turn_id":"t")", R"("model":"m")", R"("timestamp":"2026-11-18T00:00:00Z")",
        R"("timestamp":7)", R"("conversation_id":"c")", R"("cursor_version":"3")",
        R"("agent_action_name":"pre_read_code")", R"("hookName":"PreToolUse")", R"("taskId":"7")",
        R"("sessionId":"s")", R"("generation_id":"g")", R"("trajectory_id":"t")"}) {
    const std::string payload =
        R"({"session_id":"7d1054b6-2839-4e27-bcef-43e6e47ca4b4","cwd":"/p","permission_mode":"plan",)"
        R"("transcript_path":"/home/dev/.claude/projects/-p/7d1054b6.jsonl",)"
        R"("hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{},)" +
        std::string(member) + "}";
    EXPECT_EQ(host_of(payload), "claude-code") << member;
  }
}

TEST(DetectionTest, WhatAToolIsGivenDoesNotCount) {
  EXPECT_EQ(host_of(R"({"session_id":"s","cwd":"/p","hook_event_name":"PreToolUse",)"
                    R"("tool_name":"Write","tool_input":{"turn_id":"t","model":"m",)"
                    R"("conversation_id":"c","generation_id":"g","cursor_version":"3"}})"),
            "claude-code");
}

TEST(DetectionTest, InputThatIsNothingIsClaudeCodes) {
  for (const char* bytes : {"", "{", "[]", "null", "{}", "\"text\""}) {
    EXPECT_EQ(host_of(bytes), "claude-code") << bytes;
  }
}

}  // namespace
}  // namespace host
