#include "host/copilot/server_names.h"

#include <gtest/gtest.h>

#include "host/hook.h"
#include "os/fake.h"

namespace host::copilot {
namespace {

class ServerNamesTest : public ::testing::Test {
 protected:
  static constexpr const char* kProject = "/home/dev/shop";

  ServerNamesTest() { fake.environment.set("HOME", "/home/dev"); }

  void servers(const std::string& file, const std::string& members) {
    fake.files.poke(file, R"({"mcpServers":{)" + members + "}}");
  }
  // What the engine calls the tool of a call.
  std::string known_as(const std::string& tool) {
    HookCall call{"copilot", "preToolUse", {}};
    call.input.bytes = R"({"sessionId":"10b9ee01-6ae6-40c8-89f8-c19a8fb4c576","timestamp":1,)"
                       R"("cwd":")" +
                       std::string(kProject) + R"(","toolName":")" + tool + R"(","toolArgs":{}})";
    return parse_hook(call, fake.system()).call.tool;
  }

  os::FakeSystem fake;
};

// What the client was seen to send for servers and tools with hyphens.
TEST_F(ServerNamesTest, TheLongestServerOfItsFilesIsMeant) {
  servers("/home/dev/shop/.github/mcp.json", R"("foo":{},"gh-dash":{})");
  servers("/home/dev/.copilot/mcp-config.json", R"("user-one":{},"user":{})");
  EXPECT_EQ(known_as("foo-bar-baz"), "mcp__foo__bar-baz");
  EXPECT_EQ(known_as("gh-dash-bar-baz"), "mcp__gh-dash__bar-baz");
  EXPECT_EQ(known_as("user-one-save_note"), "mcp__user-one__save_note");
  EXPECT_EQ(known_as("user-two-save_note"), "mcp__user__two-save_note");
  servers("/home/dev/shop/.mcp.json", R"("foo-bar":{})");
  EXPECT_EQ(known_as("foo-bar-baz"), "mcp__foo-bar__baz");
}

TEST_F(ServerNamesTest, WhatIsNoLetterIsAHyphenInAToolsName) {
  servers("/home/dev/shop/.mcp.json", R"("My Server":{},"dot.ted":{},"a/b":{},"café":{},"x_y":{})");
  EXPECT_EQ(known_as("My-Server-Up-Dot"), "mcp__My-Server__Up-Dot");
  EXPECT_EQ(known_as("dot-ted-bar-baz"), "mcp__dot-ted__bar-baz");
  EXPECT_EQ(known_as("a-b-bar-baz"), "mcp__a-b__bar-baz");
  EXPECT_EQ(known_as("x_y-bar-baz"), "mcp__x_y__bar-baz");
  EXPECT_EQ(known_as("caf--bar-baz"), "mcp__caf-__bar-baz");
}

TEST_F(ServerNamesTest, AServerOfNoFileEndsAtTheLastHyphen) {
  for (const char* text : {"", "[]", "{\"mcpServers\":[]}", "{\"mcpServers\": broken",
                           "{\"mcpServers\":{\"fo\":{},\"foo-bar-baz\":{},\"-\":{},\"\":{}}}"}) {
    fake.files.poke("/home/dev/shop/.mcp.json", text);
    EXPECT_EQ(known_as("foo-bar-baz"), "mcp__foo-bar__baz") << text;
  }
  EXPECT_EQ(known_as("foo-baz"), "mcp__foo__baz");
  EXPECT_EQ(known_as("-foo"), "-foo");
  EXPECT_EQ(known_as("foo-bar-"), "foo-bar-");
  EXPECT_EQ(known_as("foo"), "foo");
  EXPECT_EQ(known_as("session-state"), "mcp__session__state");
}

// Whatever a project's files say.
TEST_F(ServerNamesTest, OurOwnServerIsAlwaysKnown) {
  servers("/home/dev/shop/.mcp.json", R"("session":{},"session-state-get":{})");
  EXPECT_EQ(known_as("session-state-get_blocked_reason"), "mcp__session-state__get_blocked_reason");
  EXPECT_EQ(known_as("session-state-get-x"), "mcp__session-state__get-x");
}

TEST_F(ServerNamesTest, ItsFolderMayBeElsewhere) {
  servers("/etc/copilot/mcp-config.json", R"("foo":{})");
  EXPECT_EQ(known_as("foo-bar-baz"), "mcp__foo-bar__baz");
  fake.environment.set("COPILOT_HOME", "/etc/copilot");
  EXPECT_EQ(known_as("foo-bar-baz"), "mcp__foo__bar-baz");
  servers("/srv/shop/.mcp.json", R"("deep-foo":{})");
  fake.environment.set("COPILOT_PROJECT_DIR", "/srv/shop");
  EXPECT_EQ(known_as("deep-foo-bar-baz"), "mcp__deep-foo__bar-baz");
}

// Started below the project's root, the client reads the files of both folders.
TEST_F(ServerNamesTest, FoldersBelowTheProjectHaveServersToo) {
  servers("/home/dev/.mcp.json", R"("above":{})");
  servers("/home/dev/shop/.mcp.json", R"("here":{})");
  servers("/home/.mcp.json", R"("root":{})");
  EXPECT_EQ(known_as("here-bar-baz"), "mcp__here__bar-baz");
  EXPECT_EQ(known_as("above-bar-baz"), "mcp__above-bar__baz");
  fake.environment.set("COPILOT_PROJECT_DIR", "/home/dev");
  EXPECT_EQ(known_as("above-bar-baz"), "mcp__above__bar-baz");
  EXPECT_EQ(known_as("here-bar-baz"), "mcp__here__bar-baz");
  EXPECT_EQ(known_as("root-bar-baz"), "mcp__root-bar__baz");
  // A folder that is none of the project's says nothing.
  fake.environment.set("COPILOT_PROJECT_DIR", "/srv");
  EXPECT_EQ(known_as("here-bar-baz"), "mcp__here-bar__baz");
}

// Only a name that can be read in two ways is worth a look at files.
TEST_F(ServerNamesTest, OtherNamesCostNothing) {
  servers("/home/dev/shop/.mcp.json", R"("foo":{})");
  const std::size_t before = fake.files.calls();
  for (const char* tool : {"bash", "foo-bar", "foo_bar", "session-state-get_state", "-a-"}) {
    known_as(tool);
  }
  EXPECT_EQ(fake.files.calls(), before);
  known_as("foo-bar-baz");
  EXPECT_GT(fake.files.calls(), before);
}

}  // namespace
}  // namespace host::copilot
