#include "host/codex/config_toml.h"

#include <gtest/gtest.h>

namespace host::codex {
namespace {

const TomlServerPart kPart({".codex/config.toml", "config.toml"});

TEST(CodexConfigTomlTest, TheTableIsAppendedKnownChangedAndTakenOut) {
  for (const std::string text :
       {"", "model = \"x\"\n", "model = \"x\"", "[mcp_servers.notes]\ncommand = \"y\"\r\n",
        "a = \"\"\"\nmany\nlines\"\"\"\n# end\n"}) {
    SCOPED_TRACE(text);
    const auto with = kPart.with_ours(text, {"/my \"place\"/holdfast", HookKind::own});
    ASSERT_TRUE(with.ok()) << with.error().message;
    EXPECT_NE(with->find("[mcp_servers.session-state]\ncommand = \"/my \\\"place\\\"/holdfast\"\n"),
              std::string::npos);
    EXPECT_EQ(kPart.with_ours(*with, {"/my \"place\"/holdfast", HookKind::own}).value(), *with);
    ASSERT_EQ(kPart.find(*with).value().size(), 1U);
    EXPECT_EQ(kPart.find(*with).value()[0].program, "/my \"place\"/holdfast");
    EXPECT_EQ(kPart.without_ours(*with, HookKind::shared).value(), *with);
    const std::string moved = kPart.with_ours(*with, {"holdfast", HookKind::shared}).value();
    EXPECT_EQ(moved.find("place"), std::string::npos);
    const auto kept = kPart.without_ours(moved, std::nullopt).value();
    EXPECT_EQ(kept.value_or(""), text);
  }
  EXPECT_EQ(
      kPart.without_ours(kPart.with_ours(std::nullopt, {"/x/holdfast"}).value(), HookKind::own)
          .value(),
      std::nullopt);
}

// Codex rewrites the file: its own tables come before a comment, and another one takes the mark.
TEST(CodexConfigTomlTest, WhatCodexPutsBetweenTheMarksStays) {
  const std::string with = kPart.with_ours(std::string("model = \"m\"\n"), {"/x/holdfast"}).value();
  std::string edited = with;
  edited.insert(edited.find("# holdfast: end"), "\n[features]\nsearch = true\n");
  const auto kept = kPart.without_ours(edited, std::nullopt).value();
  EXPECT_EQ(kept, "model = \"m\"\n[features]\nsearch = true\n");
  const std::string moved = kPart.with_ours(edited, {"/y/holdfast"}).value();
  EXPECT_NE(moved.find("[features]\nsearch = true\n"), std::string::npos);
  EXPECT_EQ(kPart.find(moved).value()[0].program, "/y/holdfast");
  std::string unmarked = with;
  unmarked.erase(unmarked.find("# holdfast: the"),
                 unmarked.find("[mcp") - unmarked.find("# holdfast: the"));
  EXPECT_EQ(kPart.without_ours(unmarked, std::nullopt).value(), "model = \"m\"\n");
}

TEST(CodexConfigTomlTest, WhatWouldMakeTheFileUnreadableIsNotWritten) {
  for (const char* taken :
       {"[mcp_servers.session-state]\ncommand = \"x\"\n", "[mcp_servers.\"session-state\"]\n",
        "mcp_servers = {}\n", "[mcp_servers]\nsession-state = {command = \"x\"}\n"}) {
    EXPECT_EQ(kPart.with_ours(std::string(taken), {"/x/holdfast"}).error().code, base::Code::exists)
        << taken;
    EXPECT_EQ(kPart.without_ours(taken, std::nullopt).value(), taken);
  }
  EXPECT_EQ(kPart.with_ours(std::string("a = \"\"\"open\n"), {"/x/holdfast"}).error().code,
            base::Code::parse_error);
}

}  // namespace
}  // namespace host::codex
