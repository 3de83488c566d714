// Where hosts have the arguments of servers' tools, and which of them are files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/test_scene.h"
#include "host/hook.h"

namespace host {
namespace {

using engine::Scene;
using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

struct ServerCall {
  const char* host;
  const char* event;
  const char* inner;  // ARGS stands for the arguments, TEXT for the same as a JSON text.
};

constexpr ServerCall kServerCalls[] = {
    {"claude-code", "PreToolUse", R"("tool_name":"mcp__fs__put","tool_input":ARGS)"},
    {"codex", "PreToolUse", R"("tool_name":"mcp__fs__put","tool_input":ARGS)"},
    {"gemini", "BeforeTool",
     R"("tool_name":"mcp_fs_put","mcp_context":{"server_name":"fs","tool_name":"put"},"tool_input":ARGS)"},
    {"copilot", "PreToolUse", R"("tool_name":"mcp__fs__put","tool_input":ARGS)"},
    {"copilot", "preToolUse",
     R"("sessionId":"s","timestamp":1,"toolName":"mcp__fs__put","toolArgs":TEXT)"},
    {"cursor", "beforeMCPExecution",
     R"("tool_name":"put","mcp_server_name":"fs","tool_input":TEXT)"},
    {"windsurf", "pre_mcp_tool_use",
     R"("tool_info":{"mcp_server_name":"fs","mcp_tool_name":"put","mcp_tool_arguments":ARGS})"},
    {"cline", "PreToolUse", R"("tool_call":{"name":"fs__put","input":ARGS})"},
    {"cline", "PreToolUse",
     R"("preToolUse":{"toolName":"use_mcp_tool","parameters":{"server_name":"fs","tool_name":"put","arguments":TEXT}})"},
    {"openclaw", "PreToolUse", R"("tool_name":"fs__put","tool_input":ARGS)"},
    {"opencode", "PreToolUse", R"("tool_name":"mcp__fs__put","tool_input":ARGS)"}};

std::string replaced(std::string text, std::string_view from, const std::string& to) {
  const std::size_t at = text.find(from);
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string as_text(const std::string& json) {
  std::string text = "\"";
  for (const char c : json)
    text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return text + "\"";
}

model::ToolCall parsed_call(const ServerCall& row, const std::string& arguments) {
  Scene scene;
  HookCall call{row.host, row.event, {}};
  call.input.bytes = R"({"session_id":"s","conversation_id":"s","cwd":"/home/dev/project",)" +
                     replaced(replaced(row.inner, "ARGS", arguments), "TEXT", as_text(arguments)) +
                     "}";
  return parse_hook(call, scene.fake.system()).call;
}

// G9
TEST(FileArgumentsTest, TheyAreFoundInEveryHostsPayload) {
  for (const ServerCall& row : kServerCalls) {
    SCOPED_TRACE(row.inner);
    const auto call = parsed_call(
        row,
        R"({"path":"one","options":{"relative_path":"two","mode":"w"},"paths":["three","four"],)"
        R"("edits":[{"file_path":"five","old":"x"}],"uri":"file:///six%20a","where":"seven",)"
        R"("content":"no"})");
    EXPECT_EQ(call.tool, "mcp__fs__put");
    for (const char* path : {"one", "two", "three", "four", "five", "/six a"}) {
      EXPECT_THAT(call.targets, Contains(path));
    }
    for (const char* text : {"seven", "no", "w", "x"}) {
      EXPECT_THAT(call.targets, Not(Contains(text)));
    }
    const auto is_seven = [](const model::ToolArgument& given) {
      return given.name == "where" && given.text == "seven";
    };
    EXPECT_TRUE(std::any_of(call.arguments.begin(), call.arguments.end(), is_seven));
  }
}

// G9
TEST(FileArgumentsTest, WhatIsNoFileIsLeftOut) {
  const auto call =
      parsed_call(kServerCalls[0],
                  R"({"uri":"https://example.org/a","url":"file:///x","source":"github://a/b",)"
                  R"("path":7,"file":["a",["b",{"c":{"destination":"deep"}}]],"note":"path"})");
  EXPECT_THAT(call.targets, ::testing::UnorderedElementsAre("a", "b", "deep"));
  const auto long_text =
      parsed_call(kServerCalls[0], R"({"path":")" + std::string(5000, 'a') + R"("})");
  EXPECT_THAT(long_text.targets, IsEmpty());
}

// G9: Cline's lists are texts; a name that only looks like one is a name.
TEST(FileArgumentsTest, AListThatIsATextIsRead) {
  const auto call = parsed_call(
      kServerCalls[0],
      R"({"files":"[{\"path\":\"a\"},{\"path\":\"b\"}]","paths":"[\"c\"]","path":"[slug].tsx"})");
  EXPECT_THAT(call.targets, ::testing::UnorderedElementsAre("a", "b", "c", "[slug].tsx"));
}

// G9: half a character is mended as for all the rest.
TEST(FileArgumentsTest, HalfACharacterHidesNothing) {
  const auto call =
      parsed_call(kServerCalls[0], R"({"content":"\ud83d","path":".holdfast/config.yaml"})");
  EXPECT_THAT(call.targets, Contains(".holdfast/config.yaml"));
}

// Other tools cost nothing more; those that look have their files where hosts differ.
TEST(FileArgumentsTest, ToolsThatLookHaveTheirFilesAsTargets) {
  ServerCall row{"claude-code", "PreToolUse", R"("tool_name":"Grep","tool_input":ARGS)"};
  EXPECT_THAT(parsed_call(row, R"({"pattern":"x","path":"src"})").targets,
              ::testing::ElementsAre("src"));
  row = {"gemini", "BeforeTool", R"("tool_name":"read_many_files","tool_input":ARGS)"};
  EXPECT_THAT(parsed_call(row, R"({"paths":["a","b"]})").targets, Contains("b"));
  row = {"claude-code", "PreToolUse", R"("tool_name":"Task","tool_input":ARGS)"};
  EXPECT_THAT(parsed_call(row, R"({"path":"src"})").targets, IsEmpty());
  row = {"claude-code", "PreToolUse", R"("tool_name":"Write","tool_input":ARGS)"};
  EXPECT_THAT(parsed_call(row, R"({"file_path":"a","path":"b"})").targets,
              ::testing::ElementsAre("a"));
}

}  // namespace
}  // namespace host
