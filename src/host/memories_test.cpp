// The memories that a call of a memory server would change, in every host's words: the gate guards
// some of them by name.
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/test_scene.h"
#include "host/hook.h"

namespace host {
namespace {

struct RenamingCall {
  const char* host;
  const char* event;
  const char* payload;
};

TEST(MemoriesTest, ACallThatRenamesOneTellsBothInEveryHostsWords) {
  const RenamingCall rows[] = {
      {"claude-code", "PreToolUse",
       R"({"tool_name":"mcp__serena__rename_memory","tool_input":{"old_name":"a","new_name":"b"}})"},
      {"copilot", "preToolUse",
       R"({"sessionId":"s","toolName":"serena-rename_memory","toolArgs":{"old_name":"a","new_name":"b"}})"},
      {"cursor", "beforeMCPExecution",
       R"({"conversation_id":"c","mcp_server_name":"serena","tool_name":"rename_memory",)"
       R"("tool_input":"{\"old_name\":\"a\",\"new_name\":\"b\"}"})"},
      {"windsurf", "pre_mcp_tool_use",
       R"({"tool_info":{"mcp_server_name":"serena","mcp_tool_name":"rename_memory",)"
       R"("mcp_tool_arguments":{"old_name":"a","new_name":"b"}}})"},
      {"cline", "PreToolUse",
       R"({"tool_call":{"name":"serena__rename_memory","input":{"old_name":"a","new_name":"b"}},)"
       R"("preToolUse":{"toolName":"serena__rename_memory"}})"},
      {"cline", "PreToolUse",
       R"({"preToolUse":{"toolName":"use_mcp_tool","parameters":{"server_name":"serena",)"
       R"("tool_name":"rename_memory","arguments":"{\"old_name\":\"a\",\"new_name\":\"b\"}"}}})"},
  };
  for (const RenamingCall& row : rows) {
    SCOPED_TRACE(row.payload);
    engine::Scene scene;
    os::Input input;
    input.bytes = row.payload;
    const auto event = parse_hook({row.host, row.event, input}, scene.fake.system());
    EXPECT_EQ(event.problem, "");
    EXPECT_EQ(event.call.tool, "mcp__serena__rename_memory");
    auto memories = event.call.memories;
    std::sort(memories.begin(), memories.end());
    memories.erase(std::unique(memories.begin(), memories.end()), memories.end());
    EXPECT_EQ(memories, (std::vector<std::string>{"a", "b"}));
  }
}

}  // namespace
}  // namespace host
