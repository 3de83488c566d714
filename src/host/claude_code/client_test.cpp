#include "host/claude_code/client.h"

#include <gtest/gtest.h>

#include "host/claude_code/settings.h"
#include "os/fake.h"

namespace host::claude_code {
namespace {

// More than any launcher has, so that it counts for the client itself.
std::string code(std::string_view says) {
  return std::string(300000, ' ') + std::string(says) + std::string(300000, ' ');
}
std::string says_version(const std::string& version) {
  return "{VERSION:\"9.9.9\"},{PACKAGE_URL:\"@anthropic-ai/claude-code\",VERSION:\"" + version +
         "\"}";
}
const std::string kAllEvents = R"(["SubagentStart","PostToolUseFailure",'PostCompact'])";

struct ClientTest : ::testing::Test {
  os::FakeSystem fake;
  ClientTest() { fake.environment.set("PATH", "relative::/opt/bin:/usr/bin"); }

  void put(const os::Path& path, std::string_view bytes) {
    fake.files.poke(path, bytes);
    ASSERT_TRUE(fake.files.set_mode(path, 0755).ok());
  }
  std::optional<Client> find() {
    os::System system = fake.system();
    return find_client(system);
  }
  static std::string version(const std::optional<Client>& client) {
    return client && client->version ? to_string(*client->version) : "";
  }
};

TEST_F(ClientTest, WithoutAClientEveryOneIsServed) {
  EXPECT_FALSE(find());
  fake.files.poke("/opt/bin/claude", "not executable");
  EXPECT_FALSE(find());
  EXPECT_EQ(style_for(std::nullopt), HookStyle::shell);
  EXPECT_EQ(events_for(std::nullopt), basic_events());
}

TEST_F(ClientTest, ThePackageOfThePlatformIsFoundBehindTheLauncher) {
  const os::Path modules = "/opt/lib/node_modules/@anthropic-ai";
  put(modules / "claude-code/bin/claude.exe", "echo 'native binary not installed'\n");
  put(modules / "claude-code/package.json",
      R"({"name":"@anthropic-ai/claude-code","version":"2.1.325"})");
  put(modules / "claude-code-linux-x64/claude", code(kAllEvents + says_version("9.9.9")));
  fake.files.poke("/opt/bin/x", "");
  fake.files.make_link("/opt/bin/claude", modules / "claude-code/bin/claude.exe");
  const auto client = find();
  ASSERT_TRUE(client);
  EXPECT_EQ(client->program, modules / "claude-code-linux-x64/claude");
  EXPECT_EQ(version(client), "2.1.325");
  EXPECT_EQ(events_for(client), used_events());
  EXPECT_EQ(style_for(client), HookStyle::exec);
}

TEST_F(ClientTest, AScriptPackageOfOldHasItsVersionAndEvents) {
  const os::Path folder = "/opt/lib/node_modules/@anthropic-ai/claude-code";
  put(folder / "cli.js", code(R"(["PreToolUse","SubagentStop","SubagentStart"])"));
  put(folder / "package.json", R"({"name":"@anthropic-ai/claude-code","version":"2.0.77"})");
  fake.files.poke("/opt/bin/x", "");
  fake.files.make_link("/opt/bin/claude", folder / "cli.js");
  const auto client = find();
  EXPECT_EQ(version(client), "2.0.77");
  EXPECT_EQ(style_for(client), HookStyle::shell);
  EXPECT_EQ(events_for(client).size(), basic_events().size() + 1);
}

TEST_F(ClientTest, TheUsualPlacesAndTheNameOfTheFileTellTheVersion) {
  put("/home/dev/.local/share/claude/versions/2.1.140", code(kAllEvents));
  fake.files.poke("/home/dev/.local/bin/x", "");
  fake.files.make_link("/home/dev/.local/bin/claude",
                       "/home/dev/.local/share/claude/versions/2.1.140");
  EXPECT_EQ(version(find()), "2.1.140");
  // A script that starts another one, found first.
  put("/home/dev/.claude/local/node_modules/.bin/claude", code(says_version("2.1.138")));
  put("/home/dev/.claude/local/claude",
      "#!/bin/bash\nexec \"/home/dev/.claude/local/node_modules/.bin/claude\" \"$@\"\n");
  EXPECT_EQ(version(find()), "2.1.138");
  EXPECT_EQ(style_for(find()), HookStyle::shell);
  EXPECT_EQ(events_for(find()), basic_events());
}

TEST_F(ClientTest, ANameCountsByItselfAndAcrossPieces) {
  put("/opt/bin/claude", "echo '2.1.139 (Claude Code)' # mySubagentStart PostCompact_ PostCompact");
  EXPECT_EQ(version(find()), "2.1.139");
  EXPECT_EQ(style_for(find()), HookStyle::exec);
  EXPECT_EQ(events_for(find()).size(), basic_events().size() + 1);
  // The name lies over the border of two pieces of four megabytes.
  std::string large(4UL * 1024 * 1024 - 5, ' ');
  put("/opt/bin/claude", large + "SubagentStart");
  EXPECT_EQ(events_for(find()).size(), basic_events().size() + 1);
  EXPECT_EQ(version(find()), "");
}

TEST_F(ClientTest, VersionsCompareByNumber) {
  EXPECT_LT(*version_from_text("2.1.99"), *version_from_text("2.1.139"));
  EXPECT_EQ(to_string(*version_from_text("2.1.3-beta")), "2.1.3");
  for (const char* text : {"", "2", "2.1", "2.1.", "a.b.c", ".1.2", "v2.1.3"}) {
    EXPECT_FALSE(version_from_text(text)) << text;
  }
}

// C3
TEST_F(ClientTest, TheVersionTellsWhetherTheMainWorktreeIsRead) {
  EXPECT_EQ(reads_main_worktree(std::nullopt), std::nullopt);
  EXPECT_EQ(reads_main_worktree(Client{}), std::nullopt);
  for (const char* version : {"1.0.128", "2.1.210"}) {
    EXPECT_EQ(reads_main_worktree(Client{{}, version_from_text(version), {}}), false) << version;
  }
  for (const char* version : {"2.1.211", "2.1.325", "3.0.0"}) {
    EXPECT_EQ(reads_main_worktree(Client{{}, version_from_text(version), {}}), true) << version;
  }
}

TEST_F(ClientTest, AProgramOfOursSaysItsVersion) {
  fake.files.poke("/x/holdfast", code("this program is holdfast 0.0.9\n"));
  EXPECT_EQ(holdfast_version_of(fake.files, "/x/holdfast"), "0.0.9");
  fake.files.poke("/x/holdfast", "holdfast is not a number");
  EXPECT_FALSE(holdfast_version_of(fake.files, "/x/holdfast"));
  EXPECT_EQ(this_version(), HOLDFAST_VERSION);
}

}  // namespace
}  // namespace host::claude_code
