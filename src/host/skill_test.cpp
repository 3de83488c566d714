// Skills satisfy requirements, so a host's own tool for them must say which one it was.
#include <gtest/gtest.h>

#include "host/hook.h"
#include "os/fake.h"

namespace host {
namespace {

TEST(SkillTest, EachHostsSkillHasItsName) {
  struct Row {
    const char* host;
    const char* event;
    const char* payload;
  };
  const std::vector<Row> rows{
      {"claude-code", "PostToolUse", R"({"tool_name":"Skill","tool_input":{"skill":"review"}})"},
      {"gemini", "AfterTool", R"({"tool_name":"activate_skill","tool_input":{"name":"review"}})"},
      {"copilot", "postToolUse",
       R"({"sessionId":"a","toolName":"skill","toolArgs":{"skill":"review"}})"},
      {"copilot", "PostToolUse",
       R"({"session_id":"a","tool_name":"skill","tool_input":{"skill":"review"}})"},
      {"opencode", "PostToolUse", R"({"tool_name":"skill","tool_input":{"name":"review"}})"},
      {"cline", "PreToolUse", R"({"tool_call":{"name":"skills","input":{"skill":"review"}}})"},
      {"cline", "PostToolUse", R"({"tool_result":{"name":"skills","input":{"skill":"review"}}})"},
      {"cline", "PostToolUse",
       R"({"postToolUse":{"toolName":"skills","parameters":{"skill":"review"}}})"},
      {"cline", "PostToolUse",
       R"({"postToolUse":{"toolName":"use_skill","parameters":{"skill_name":"review"}}})"}};
  for (const Row& row : rows) {
    os::FakeSystem fake;
    HookCall call{row.host, row.event, {}};
    call.input.bytes = row.payload;
    const model::HostEvent event = parse_hook(call, fake.system());
    EXPECT_EQ(event.call.tool, "Skill") << row.payload;
    EXPECT_EQ(event.call.skill, "review") << row.payload;
  }
}

}  // namespace
}  // namespace host
