#include "host/claude_code/server_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "host/claude_code/integration.h"
#include "host/testing_installation.h"
#include "os/fake.h"

namespace host::claude_code {
namespace {

using base::Json;
using engine::InstallScope;

constexpr const char* kOtherEntry = R"({"mcpServers":{"other":{"command":"x"}}})";
constexpr const char* kForeignEntry = R"({"mcpServers":{"session-state":{"command":"node"}}})";
constexpr const char* kSharedEntry =
    R"({"mcpServers":{"session-state":{"command":"holdfast","args":["mcp"]}}})";

struct ServerFileTest : ::testing::Test {
  os::FakeSystem fake;
  engine::InstallTarget target{.root = "/home/dev/project",
                               .git_dir = "/home/dev/project/.git",
                               .home = "/home/dev",
                               .scope = InstallScope::local,
                               .program = "/a place/holdfast"};
  void install(InstallScope scope) {
    target.scope = scope;
    const auto changes = Integration().plan_install(fake.system(), target);
    ASSERT_TRUE(changes.ok()) << changes.error().message;
    ASSERT_TRUE(engine::apply_plan(fake.system(), {.changes = *changes}).ok());
    const auto again = Integration().plan_install(fake.system(), target);
    ASSERT_TRUE(again.ok() && again->empty());
  }
  void uninstall(InstallScope scope) {
    target.scope = scope;
    const auto changes = Integration().plan_uninstall(fake.system(), target);
    ASSERT_TRUE(changes.ok()) << changes.error().message;
    ASSERT_TRUE(engine::apply_plan(fake.system(), {.changes = *changes}).ok());
    const auto again = Integration().plan_uninstall(fake.system(), target);
    ASSERT_TRUE(again.ok() && again->empty());
  }
  std::string left_to_do(InstallScope scope) {
    target.scope = scope;
    return Integration().left_to_do(fake.system(), target);
  }
  ServerEntry entry() {
    return server_entry(Json::parse(fake.files.peek(kServersFile).value_or("{}")));
  }
  bool has_leave() {
    const Json settings = Json::parse(fake.files.peek(kLocalSettings).value_or("{}"));
    return settings.value("enabledMcpjsonServers", Json::array()) == Json::array({kServerName});
  }
};

// S1-70
TEST_F(ServerFileTest, LocalMakesAFileOfItsOwnAndLetsTheClientStartTheServer) {
  install(InstallScope::local);
  EXPECT_EQ(Json::parse(*fake.files.peek(kServersFile))["mcpServers"]["session-state"]["command"],
            "/a place/holdfast");
  EXPECT_TRUE(has_leave());
  EXPECT_EQ(left_to_do(InstallScope::local), "");
  target.program = "/elsewhere/holdfast";
  install(InstallScope::local);
  EXPECT_EQ(Json::parse(*fake.files.peek(kServersFile))["mcpServers"]["session-state"]["command"],
            "/elsewhere/holdfast");
  uninstall(InstallScope::local);
  EXPECT_FALSE(fake.files.exists(kServersFile));
  EXPECT_FALSE(fake.files.exists(kLocalSettings));
}

TEST_F(ServerFileTest, LocalLeavesAFileThatIsThereAndSaysWhatToDo) {
  for (const char* text : {kOtherEntry, kForeignEntry, "{ // mine"}) {
    SCOPED_TRACE(text);
    fake.files.poke(kServersFile, text);
    install(InstallScope::local);
    EXPECT_EQ(fake.files.peek(kServersFile), text);
    EXPECT_FALSE(has_leave());
    EXPECT_NE(left_to_do(InstallScope::local)
                  .find("claude mcp add session-state -- '/a place/holdfast' mcp"),
              std::string::npos);
    uninstall(InstallScope::local);
    EXPECT_EQ(fake.files.peek(kServersFile), text);
  }
  // The project's own entry starts the same server, and each person is asked about it.
  fake.files.poke(kServersFile, kSharedEntry);
  install(InstallScope::local);
  EXPECT_EQ(fake.files.peek(kServersFile), kSharedEntry);
  EXPECT_FALSE(has_leave());
  EXPECT_EQ(left_to_do(InstallScope::local), "");
}

TEST_F(ServerFileTest, ALinkIsNotFollowed) {
  fake.files.poke("/home/dev/secret.json", "{}");
  fake.files.make_link(kServersFile, "/home/dev/secret.json");
  install(InstallScope::local);
  EXPECT_NE(left_to_do(InstallScope::local), "");
  target.scope = InstallScope::project;
  EXPECT_FALSE(Integration().plan_install(fake.system(), target).ok());
  EXPECT_EQ(fake.files.peek("/home/dev/secret.json"), "{}");
}

TEST_F(ServerFileTest, AProjectsFileGetsTheBareNameBesideWhatIsThere) {
  fake.files.poke(kServersFile, kOtherEntry);
  install(InstallScope::project);
  EXPECT_EQ(entry(), ServerEntry::shared);
  EXPECT_FALSE(has_leave());
  uninstall(InstallScope::local);
  EXPECT_EQ(entry(), ServerEntry::shared);
  uninstall(InstallScope::project);
  EXPECT_EQ(fake.files.peek(kServersFile), kOtherEntry);

  fake.files.poke(kServersFile, kForeignEntry);
  install(InstallScope::project);
  EXPECT_EQ(fake.files.peek(kServersFile), kForeignEntry);
  EXPECT_NE(left_to_do(InstallScope::project), "");
  fake.files.poke(kServersFile, "[]");
  const auto changes = Integration().plan_install(fake.system(), target);
  ASSERT_FALSE(changes.ok());
  EXPECT_TRUE(changes.error().message.starts_with(kServersFile)) << changes.error().message;
}

TEST_F(ServerFileTest, WhatWasOnesOwnBecomesTheProjectsAndTheLeaveGoesWithTheHooks) {
  install(InstallScope::local);
  install(InstallScope::project);
  EXPECT_EQ(entry(), ServerEntry::shared);
  uninstall(InstallScope::local);
  EXPECT_FALSE(fake.files.exists(kLocalSettings));
  EXPECT_EQ(entry(), ServerEntry::shared);
}

TEST_F(ServerFileTest, TheLeaveThatAPersonGaveAProjectsServerIsTheirs) {
  const std::string given = R"({"enabledMcpjsonServers":["session-state"]})";
  for (const char* text : {kSharedEntry, kForeignEntry}) {
    fake.files.poke(kServersFile, text);
    fake.files.poke(kLocalSettings, given);
    uninstall(InstallScope::local);
    EXPECT_EQ(fake.files.peek(kLocalSettings), given) << text;
  }
  install(InstallScope::local);  // Beside another's server of our name.
  uninstall(InstallScope::local);
  EXPECT_EQ(fake.files.peek(kLocalSettings), given);
}

TEST_F(ServerFileTest, TheSettingsGetTheirBytesBackAlsoWhenTheHooksWereWrittenAnew) {
  for (const char* text : {"{}", "{ \"hooks\": {} }", "{\"model\":\"x\"}\r\n",
                           "{\n  \"enabledMcpjsonServers\": [\n    \"other\"\n  ]\n}\n"}) {
    SCOPED_TRACE(text);
    fake.files.poke(kLocalSettings, text);
    target.program = "/a place/holdfast";
    install(InstallScope::local);
    target.program = "/elsewhere/holdfast";
    install(InstallScope::local);
    uninstall(InstallScope::local);
    EXPECT_EQ(fake.files.peek(kLocalSettings), text);
    EXPECT_FALSE(fake.files.exists(kServersFile));
  }
}

TEST_F(ServerFileTest, ForAllProjectsThereIsACommand) {
  install(InstallScope::user);
  EXPECT_FALSE(fake.files.exists(kServersFile));
  EXPECT_NE(left_to_do(InstallScope::user).find("claude mcp add --scope user session-state -- "),
            std::string::npos);
  uninstall(InstallScope::user);
}

}  // namespace
}  // namespace host::claude_code
