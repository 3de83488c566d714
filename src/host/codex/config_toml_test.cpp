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
  EXPECT_EQ(kept, "model = \"m\"\n\n[features]\nsearch = true\n");
  const std::string moved = kPart.with_ours(edited, {"/y/holdfast"}).value();
  EXPECT_NE(moved.find("[features]\nsearch = true\n"), std::string::npos);
  EXPECT_EQ(kPart.find(moved).value()[0].program, "/y/holdfast");
  std::string unmarked = with;
  unmarked.erase(unmarked.find("# holdfast: the"),
                 unmarked.find("[mcp") - unmarked.find("# holdfast: the"));
  EXPECT_EQ(kPart.without_ours(unmarked, std::nullopt).value(), "model = \"m\"\n");
}

// Codex takes a table below a server that is gone for a server without a command, and then refuses
// the whole file.
TEST(CodexConfigTomlTest, TheTablesBelowOursGoWithIt) {
  const std::string ours = "[mcp_servers.session-state]\ncommand = \"/x/holdfast\"\n";
  const std::string others =
      "[mcp_servers.session-state-2]\ncommand = \"y\"\n[mcp_servers.a.session-state]\n";
  struct Row {
    std::string text;
    std::string kept;
  };
  for (const Row& row :
       {Row{"a = 1\n" + ours + "\n[mcp_servers.session-state.env]\nX = \"1\"\n", "a = 1\n"},
        Row{"a = 1\n" + ours + "\n# Mine.\n[mcp_servers.\"session-state\".env]\nX = \"1\"",
            "a = 1"},
        Row{"a = 1\r\n" + ours + "[mcp_servers.'session-state'.tools.x]\r\ny = 1\r\n\r\n[b]\r\n",
            "a = 1\r\n\r\n[b]\r\n"},
        Row{"[ mcp_servers . session-state . tools.\"a.b\" ] # Why.\nx = [\n  1, # ]\n]\n# "
            "b's\n[b]\n" +
                ours + "\n[[d]]\n[[mcp_servers.session-state.e]]\nx = 1\n\n# f's\n[f]\n",
            "# b's\n[b]\n\n[[d]]\n\n# f's\n[f]\n"},
        Row{ours + others, others}}) {
    EXPECT_EQ(kPart.without_ours(row.text, std::nullopt).value(), row.kept) << row.text;
  }
  std::string marked = kPart.with_ours(std::string("a = 1\n"), {"/x/holdfast"}).value();
  marked.insert(marked.find("# holdfast: end"), "\n[mcp_servers.session-state.env]\nX = \"1\"\n");
  EXPECT_EQ(kPart.without_ours(marked, std::nullopt).value(), "a = 1\n");
}

TEST(CodexConfigTomlTest, AnotherProgramKeepsTheTablesBelowOurs) {
  const std::string below = "\n# Mine.\n[mcp_servers.session-state.env]\nX = \"1\"\n";
  const std::string text = "[mcp_servers.session-state]\ncommand = \"/x/holdfast\"\n" + below;
  EXPECT_EQ(kPart.with_ours(text, {"/x/holdfast"}).value(), text);
  const std::string moved = kPart.with_ours(text, {"/y/holdfast"}).value();
  EXPECT_TRUE(moved.starts_with(below + "# holdfast: the MCP server")) << moved;
  EXPECT_EQ(kPart.find(moved).value()[0].program, "/y/holdfast");
  EXPECT_EQ(moved.find("/x/"), std::string::npos);
}

// As `codex mcp add` writes it.
TEST(CodexConfigTomlTest, WithoutTheLastMarkOursEndsWithItsLastValue) {
  const std::string after = "\n# About b.\n# And more.\n[b]\nc = 1\n";
  for (const std::string ours :
       {"command = \"/x/holdfast\"\nargs = [\"mcp\"]\n",
        "# Ours.\nargs = [\n  \"mcp\", # ]\n]\n\ncommand = '/x/holdfast' # Why.\n",
        "command = \"/x/holdfast\"\nargs = [\n[\"mcp\"],\n]\n",
        "command = \"/x/holdfast\"\nnote = \"\"\"\n[a]\n# \\\"\"\" \"\"\"\"\n",
        "command = \"/x/holdfast\"\nnote = '''\n[a]\n\\'''\n",
        "command = \"/x/holdfast\"\nenv = {A = \"}\", B = '#'} # {\n"}) {
    SCOPED_TRACE(ours);
    const std::string text = "a = 1\n[mcp_servers.session-state]\n" + ours + after;
    ASSERT_EQ(kPart.find(text).value().size(), 1U);
    EXPECT_EQ(kPart.without_ours(text, std::nullopt).value(), "a = 1\n" + after);
    const std::string moved = kPart.with_ours(text, {"/y/holdfast"}).value();
    EXPECT_TRUE(moved.starts_with("a = 1\n" + after + "# holdfast: the MCP server")) << moved;
  }
  const std::string last = "[mcp_servers.session-state]\ncommand = \"/x/holdfast\"\n\n# Mine.\n";
  EXPECT_EQ(kPart.without_ours(last, std::nullopt).value(), "\n# Mine.\n");
}

TEST(CodexConfigTomlTest, AValueThatIsNotClosedTakesNothingWithIt) {
  const std::string text =
      "[mcp_servers.session-state]\ncommand = \"/x/holdfast\"\nargs = [\n[b]\nc = 1\n";
  EXPECT_EQ(kPart.without_ours(text, std::nullopt).value(), "args = [\n[b]\nc = 1\n");
}

TEST(CodexConfigTomlTest, TheSwitchForAllHooksIsInTheWay) {
  EXPECT_EQ(kPart.obstacle("[features]\nhooks = false\n"),
            "features.hooks is false, so no hook runs");
  EXPECT_EQ(kPart.obstacle("[features]\nhooks = true\n"), "");
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
