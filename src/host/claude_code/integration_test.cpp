#include "host/claude_code/integration.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "host/claude_code/mcp_entry.h"
#include "host/claude_code/settings.h"
#include "host/testing_installation.h"
#include "os/fake.h"

namespace host::claude_code {
namespace {

using base::Json;
using engine::InstallScope;
using engine::Severity;

constexpr const char* kShared = "/home/dev/project/.claude/settings.json";
constexpr const char* kUser = "/home/dev/.claude/settings.json";

struct IntegrationTest : ::testing::Test {
  os::FakeSystem fake;
  engine::InstallTarget target{.root = "/home/dev/project",
                               .git_dir = "/home/dev/project/.git",
                               .home = "/home/dev",
                               .scope = InstallScope::local,
                               .program = "/usr/bin/holdfast"};
  IntegrationTest() {
    fake.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
    put_program("/usr/bin/holdfast", HOLDFAST_VERSION);
    fake.environment.set("PATH", "/usr/bin:/opt/bin");
    put_client("2.1.325", "SubagentStart PostToolUseFailure PostCompact");
  }
  void put_program(const char* path, const std::string& version) {
    fake.files.poke(path, "holdfast " + version + "\n");
    ASSERT_TRUE(fake.files.set_mode(path, 0755).ok());
  }
  void put_client(const std::string& version, const std::string& events) {
    fake.files.poke("/opt/bin/claude", "echo '" + version + " (Claude Code)' # " + events);
    ASSERT_TRUE(fake.files.set_mode("/opt/bin/claude", 0755).ok());
  }
  void install(InstallScope scope = InstallScope::local) {
    target.scope = scope;
    auto changes = Integration().plan_install(fake.system(), target);
    ASSERT_TRUE(changes.ok()) << changes.error().message;
    ASSERT_TRUE(engine::apply_plan(fake.system(), {.changes = *changes}).ok());
  }
  void uninstall(InstallScope scope = InstallScope::local) {
    target.scope = scope;
    auto changes = Integration().plan_uninstall(fake.system(), target);
    ASSERT_TRUE(changes.ok()) << changes.error().message;
    ASSERT_TRUE(engine::apply_plan(fake.system(), {.changes = *changes}).ok());
  }
  Json settings(const char* path) { return Json::parse(fake.files.peek(path).value_or("null")); }
  void change(const char* path, std::string_view from, const std::string& to) {
    std::string text = *fake.files.peek(path);
    for (std::size_t at = text.find(from); at != std::string::npos;
         at = text.find(from, at + to.size())) {
      text.replace(at, from.size(), to);
    }
    fake.files.poke(path, text);
  }
  std::vector<engine::Finding> look() { return Integration().check(fake.system(), target); }
  std::vector<engine::Finding> mend() {
    return Integration().check_and_repair(fake.system(), target);
  }
  static std::string text_of(const std::vector<engine::Finding>& findings) {
    std::string text;
    for (const auto& one : findings) {
      text += std::to_string(static_cast<int>(one.severity)) + (one.fixable ? "f " : "  ") +
              (one.fixed ? "fixed " : "") + one.message + " | " + one.repair + "\n";
    }
    return text;
  }
  static bool is_good(const std::vector<engine::Finding>& findings) {
    return findings.size() == 1 && findings[0].severity == Severity::good;
  }
};

TEST_F(IntegrationTest, TheFormFollowsTheClient) {
  struct Row {
    const char* version;
    const char* events;
    std::size_t hooks;
    const char* summary;
  };
  for (const Row& row :
       {Row{"2.1.325", "SubagentStart PostToolUseFailure PostCompact", 11,
            "Claude Code 2.1.325: 11 hooks, exec form"},
        Row{"2.1.139", "", 8, "Claude Code 2.1.139: 8 hooks, exec form"},
        Row{"2.1.138", "SubagentStart", 9, "Claude Code 2.1.138: 9 hooks, shell form"},
        Row{"x", "", 8, "Claude Code of an unknown version: 8 hooks, shell form"}}) {
    SCOPED_TRACE(row.version);
    put_client(row.version, row.events);
    install();
    EXPECT_EQ(settings(kLocalSettings)["hooks"].size(), row.hooks);
    EXPECT_EQ(Integration().summary(fake.system(), target), row.summary);
    EXPECT_TRUE(is_good(look())) << text_of(look());
    EXPECT_EQ(Json::parse(Integration().print_hooks(fake.system(), target))["hooks"],
              settings(kLocalSettings)["hooks"]);
  }
  ASSERT_TRUE(fake.files.remove("/opt/bin/claude").ok());
  EXPECT_EQ(Integration().summary(fake.system(), target),
            "Claude Code was not found: 8 hooks, shell form");
  // What was installed for a client that cannot be seen from here is left as it is.
  put_client("2.1.325", "SubagentStart");
  install();
  ASSERT_TRUE(fake.files.remove("/opt/bin/claude").ok());
  EXPECT_TRUE(is_good(look())) << text_of(look());
}

TEST_F(IntegrationTest, ASharedFileNamesNoPathAndServesEveryClient) {
  install(InstallScope::project);
  const Json hooks = settings(kShared)["hooks"];
  EXPECT_EQ(hooks.size(), basic_events().size());
  EXPECT_EQ(hooks["PreToolUse"][0]["hooks"][0].dump(),
            R"({"type":"command","command":"holdfast hook PreToolUse","timeout":10})");
  EXPECT_TRUE(is_good(look())) << text_of(look());
  uninstall(InstallScope::project);
  EXPECT_FALSE(fake.files.exists("/home/dev/project/.claude"));
}

TEST_F(IntegrationTest, UninstallingRestoresTheFileAndItsFolder) {
  install();
  uninstall();
  EXPECT_FALSE(fake.files.exists("/home/dev/project/.claude"));
  for (const char* text : {"{}", "{ \"hooks\": {} }", "{\"model\":\"x\"}\r\n"}) {
    fake.files.poke(kLocalSettings, text);
    install();
    EXPECT_NE(*fake.files.peek(kLocalSettings), text);
    uninstall();
    EXPECT_EQ(*fake.files.peek(kLocalSettings), text);
  }
  // Behind a link lies somebody's own file.
  ASSERT_TRUE(fake.files.remove(kLocalSettings).ok());
  fake.files.poke("/dotfiles/settings.json", "{\n  \"hooks\": {}\n}\n");
  fake.files.make_link(kLocalSettings, "/dotfiles/settings.json");
  install();
  uninstall();
  EXPECT_EQ(*fake.files.peek("/dotfiles/settings.json"), "{\n  \"hooks\": {}\n}\n");
}

TEST_F(IntegrationTest, AFileThatIsNotJsonIsLeftAlone) {
  fake.files.poke(kLocalSettings, "{ // mine\n}");
  const auto changes = Integration().plan_install(fake.system(), target);
  ASSERT_FALSE(changes.ok());
  EXPECT_TRUE(changes.error().message.starts_with(kLocalSettings)) << changes.error().message;
  EXPECT_FALSE(changes.error().hint.empty());
  EXPECT_FALSE(Integration().plan_uninstall(fake.system(), target).ok());
  EXPECT_EQ(look()[0].severity, Severity::problem);
  EXPECT_EQ(mend()[0].fixed, false);
  EXPECT_EQ(*fake.files.peek(kLocalSettings), "{ // mine\n}");
}

// What can be wrong with one file, each found, mended and then gone.
TEST_F(IntegrationTest, WhatIsWrongWithTheHooksIsFoundAndMended) {
  struct Row {
    const char* name;
    std::function<void()> breaker;
    Severity severity;
    const char* says;
  };
  const std::vector<Row> rows{
      {"moved", [&] { change(kLocalSettings, "/usr/bin/holdfast", "/gone/holdfast"); },
       Severity::problem, "/gone/holdfast, which is not there"},
      {"old",
       [&] {
         put_program("/old/holdfast", "0.0.1");
         change(kLocalSettings, "/usr/bin/holdfast", "/old/holdfast");
       },
       Severity::problem, "older version 0.0.1"},
      {"run bit", [&] { ASSERT_TRUE(fake.files.set_mode("/usr/bin/holdfast", 0644).ok()); },
       Severity::problem, "/usr/bin/holdfast has lost its run bit"},
      {"milliseconds", [&] { change(kLocalSettings, "\"timeout\": 10", "\"timeout\": 10000"); },
       Severity::problem, "look like milliseconds"},
      {"missing", [&] { change(kLocalSettings, "\"Stop\"", "\"Notification\""); },
       Severity::problem, "missing in "},
      {"newer client than at installing",
       [&] { change(kLocalSettings, "\"PostCompact\"", "\"Notification\""); }, Severity::remark,
       "the client knows events"},
      {"older client than at installing",
       [&] { put_client("2.1.325", "SubagentStart PostToolUseFailure"); }, Severity::problem,
       "do not know these events drop all of"},
      {"exec form for a client that does not take it",
       [&] { put_client("2.1.100", "SubagentStart PostToolUseFailure PostCompact"); },
       Severity::problem, "run without arguments"},
      {"shell form for a client that takes exec",
       [&] { put_client("2.1.325", "SubagentStart PostToolUseFailure PostCompact"); },
       Severity::remark, "takes the exec form"},
      {"twice in one file",
       [&] {
         Json twice = settings(kLocalSettings);
         twice["hooks"]["Stop"].push_back(twice["hooks"]["Stop"][0]);
         fake.files.poke(kLocalSettings, twice.dump());
       },
       Severity::problem, "more than once: Stop"},
  };
  install();
  ASSERT_TRUE(is_good(look())) << text_of(look());
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    row.breaker();
    const auto found = look();
    const auto at = std::find_if(found.begin(), found.end(), [&](const engine::Finding& one) {
      return one.message.find(row.says) != std::string::npos;
    });
    ASSERT_NE(at, found.end()) << text_of(found);
    EXPECT_EQ(at->severity, row.severity);
    EXPECT_TRUE(at->fixable);
    EXPECT_FALSE(at->fixed);
    const auto mended = mend();
    EXPECT_TRUE(std::all_of(mended.begin(), mended.end(), [](const auto& one) {
      return one.fixed || !one.fixable;
    })) << text_of(mended);
    EXPECT_TRUE(is_good(look())) << text_of(look());
    const std::string text = *fake.files.peek(kLocalSettings);
    EXPECT_TRUE(is_good(mend()));
    EXPECT_EQ(*fake.files.peek(kLocalSettings), text);
  }
}

TEST_F(IntegrationTest, OfTwoScopesTheOneThatServesOthersStays) {
  install(InstallScope::local);
  install(InstallScope::user);
  EXPECT_NE(text_of(look()).find("more than once"), std::string::npos);
  const auto mended = mend();
  EXPECT_TRUE(mended[0].fixed) << text_of(mended);
  EXPECT_FALSE(settings(kLocalSettings).contains("hooks"));
  EXPECT_TRUE(fake.files.exists(kUser));
  EXPECT_TRUE(is_good(look())) << text_of(look());
  install(InstallScope::project);
  const std::string shared = *fake.files.peek(kShared);
  const auto named = mend();
  ASSERT_EQ(named.size(), 1U) << text_of(named);
  EXPECT_EQ(named[0].severity, Severity::remark);
  EXPECT_EQ(*fake.files.peek(kShared), shared);
}

// Two sets would record every event twice.
TEST_F(IntegrationTest, WhereTheUsersSettingsBringTheHooksAProjectGetsNoneOfItsOwn) {
  install(InstallScope::user);
  install(InstallScope::local);
  EXPECT_FALSE(settings(kLocalSettings).contains("hooks"));
  EXPECT_EQ(server_entry(settings(kServersFile)), ServerEntry::own);
  EXPECT_EQ(Integration().summary(fake.system(), target),
            "Claude Code: your own settings bring the hooks");
  EXPECT_TRUE(is_good(look())) << text_of(look());
  // Those of a program that cannot run bring nothing.
  ASSERT_TRUE(fake.files.set_mode("/usr/bin/holdfast", 0644).ok());
  install(InstallScope::local);
  EXPECT_TRUE(settings(kLocalSettings).contains("hooks"));
}

TEST_F(IntegrationTest, AnotherCopyOfTheSameVersionIsARemarkAndStays) {
  put_program("/other/holdfast", HOLDFAST_VERSION);
  install();
  change(kLocalSettings, "/usr/bin/holdfast", "/other/holdfast");
  change(kLocalSettings, "\"timeout\": 10", "\"timeout\": 10000");
  static_cast<void>(mend());
  EXPECT_EQ(settings(kLocalSettings)["hooks"]["Stop"][0]["hooks"][0]["command"], "/other/holdfast");
  const auto found = look();
  ASSERT_EQ(found.size(), 1U) << text_of(found);
  EXPECT_EQ(found[0].severity, Severity::remark);
}

TEST_F(IntegrationTest, WithoutHooksThereIsAProblemAndABareNameMustBeFound) {
  EXPECT_TRUE(look().empty());
  install(InstallScope::project);
  fake.environment.set("PATH", "/opt/bin");
  EXPECT_NE(text_of(look()).find("PATH does not find"), std::string::npos) << text_of(look());
}

TEST_F(IntegrationTest, WhereThePluginBringsTheHooksNoneAreWrittenAndDoctorKnowsIt) {
  install();
  fake.files.poke(kUser, R"({"enabledPlugins": {"holdfast@holdfast": true}})");
  const auto doubled = Integration().check(fake.system(), target);
  ASSERT_EQ(doubled.size(), 1U);
  EXPECT_EQ(doubled[0].severity, Severity::problem);
  EXPECT_NE(doubled[0].message.find("by the plugin and in"), std::string::npos);
  EXPECT_TRUE(Integration().check_and_repair(fake.system(), target)[0].fixed);
  EXPECT_FALSE(settings(kLocalSettings).contains("hooks"));
  const auto good = Integration().check(fake.system(), target);
  ASSERT_EQ(good.size(), 1U);
  EXPECT_EQ(good[0].severity, Severity::good);
  uninstall();
  EXPECT_EQ(fake.files.peek(kLocalSettings), std::nullopt);
  install();
  EXPECT_FALSE(settings(kLocalSettings).contains("hooks"));
  EXPECT_EQ(server_entry(settings(kServersFile)),
            ServerEntry::own);  // The plugin brings no server.
  EXPECT_EQ(Integration().summary(fake.system(), target),
            "Claude Code: the plugin brings the hooks");
  // A plugin that is switched off brings nothing.
  fake.files.poke(kUser, R"({"enabledPlugins": {"holdfast@holdfast": false}})");
  install();
  EXPECT_TRUE(settings(kLocalSettings).contains("hooks"));
}

TEST_F(IntegrationTest, HooksThatWereSwitchedOffInAPersonsOwnFileAreSwitchedOnByARepair) {
  install();
  const std::string before = "{\n  \"disableAllHooks\": true,\n  \"model\":   \"x\"\n}\n";
  for (const char* path : {kUser, kShared}) {
    SCOPED_TRACE(path);
    fake.files.poke(path, before);
    const auto found = Integration().check(fake.system(), target);
    EXPECT_EQ(found[0].severity, Severity::problem);
    EXPECT_NE(found[0].message.find(":2: disableAllHooks"), std::string::npos);
    EXPECT_EQ(fake.files.peek(path), before);
    const auto repaired = Integration().check_and_repair(fake.system(), target);
    const bool is_own = path == kUser;
    EXPECT_EQ(repaired[0].fixed, is_own);
    EXPECT_EQ(fake.files.peek(path), is_own ? "{\n  \"model\":   \"x\"\n}\n" : before);
    ASSERT_TRUE(fake.files.remove(path).ok());
  }
}

TEST_F(IntegrationTest, AnAdministratorsSwitchIsNamedWithItsLineAndLeft) {
  install();
  const char* const path = "/etc/claude-code/managed-settings.json";
  const std::string text = "{\n\n  \"disableAllHooks\": true\n}";
  fake.files.poke(path, text);
  const auto found = mend();
  ASSERT_EQ(found.size(), 1U) << text_of(found);
  EXPECT_EQ(found[0].message.find(std::string(path) + ":3: disableAllHooks"), 0U);
  EXPECT_FALSE(found[0].fixable);
  EXPECT_EQ(fake.files.peek(path), text);
  fake.files.poke(path, R"({"allowManagedHooksOnly":true})");
  EXPECT_NE(text_of(look()).find("the administrator's"), std::string::npos);
}

}  // namespace
}  // namespace host::claude_code
