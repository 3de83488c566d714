#include "host/claude_code/shield.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "host/claude_code/integration.h"
#include "host/claude_code/mods.h"
#include "os/fake.h"

namespace host::claude_code {
namespace {

using base::Json;
using engine::InstallScope;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kUserSettings = "/home/dev/.claude/settings.json";
constexpr const char* kCode = "/home/dev/.claude/skills/holdfast-shield/hooks/shield.js";
constexpr const char* kOurId = "holdfast-shield@skills-dir";

struct ShieldTest : ::testing::Test {
  os::FakeSystem fake;
  engine::InstallTarget target{.root = "/home/dev/project",
                               .git_dir = "/home/dev/project/.git",
                               .home = "/home/dev",
                               .scope = InstallScope::local,
                               .program = "/usr/bin/holdfast",
                               .shield = true};
  ShieldTest() {
    fake.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
    fake.files.poke("/usr/bin/holdfast", "holdfast " HOLDFAST_VERSION "\n");
    EXPECT_TRUE(fake.files.set_mode("/usr/bin/holdfast", 0755).ok());
    fake.environment.set("HOME", "/home/dev");
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
  ShieldState state() {
    os::System system = fake.system();
    return shield_state(system, target);
  }
  std::string told(bool mends = false) {
    Integration host;
    std::string text;
    for (const auto& one :
         mends ? host.check_and_repair(fake.system(), target) : host.check(fake.system(), target)) {
      text += one.message + " | " + one.repair + "\n";
    }
    return text;
  }
  void put_mod(const std::string& folder, const std::string& name) {
    fake.files.poke(folder + "/.claude-plugin/plugin.json", R"({"name": ")" + name + "\"}");
    fake.files.poke(folder + "/hooks/hooks.json", R"({"modules": ["./r.js"]})");
    fake.files.poke(folder + "/hooks/r.js", "export function register() {}");
  }
};

// M4
TEST_F(ShieldTest, ItIsInstalledOnlyWhereSomebodyAsks) {
  target.shield = false;
  install();
  EXPECT_EQ(state(), ShieldState::none);
  EXPECT_FALSE(fake.files.peek(kUserSettings));
  EXPECT_TRUE(Integration().lacks_shield(fake.system(), target));
  target.shield = true;
  install();
  EXPECT_EQ(state(), ShieldState::whole);
  EXPECT_FALSE(Integration().lacks_shield(fake.system(), target));
  EXPECT_THAT(*fake.files.peek(kCode), HasSubstr("const PROGRAM = \"/usr/bin/holdfast\";"));
  EXPECT_THAT(*fake.files.peek(kCode), HasSubstr("/home/dev/.config/holdfast/mods\";"));
}

// M4: every byte of the person's settings comes back.
TEST_F(ShieldTest, WhatInstallingChangedUninstallingGivesBack) {
  for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
    for (const char* before :
         {"", "{}\n", "{\n  \"model\": \"x\"\n}\n", "{\"prependPlugins\": [\"a@b\"]}",
          "{\"prependPlugins\":[ \"a@b\",\"c@d\" ]}",
          "{\n  \"prependPlugins\": [\n    \"a@b\"\n  ],\n  \"env\": {}\n}\n"}) {
      SCOPED_TRACE(before);
      if (*before == '\0') {
        (void)fake.files.remove(kUserSettings);
      } else {
        fake.files.poke(kUserSettings, before);
      }
      install(scope);
      ASSERT_EQ(state(), ShieldState::whole);
      const std::string once = *fake.files.peek(kUserSettings);
      install(scope);
      EXPECT_EQ(*fake.files.peek(kUserSettings), once);
      uninstall(scope);
      EXPECT_EQ(state(), ShieldState::none);
      EXPECT_EQ(fake.files.peek(kUserSettings).value_or(""), before);
      EXPECT_FALSE(fake.files.exists("/home/dev/.claude/skills/holdfast-shield"));
    }
  }
}

// M4
TEST_F(ShieldTest, ItComesBeforeTheOthersThatThePersonListed) {
  fake.files.poke(kUserSettings, R"({"prependPlugins": ["a@b", "holdfast-shield@skills-dir"]})");
  EXPECT_EQ(state(), ShieldState::changed);
  install();
  EXPECT_EQ(Json::parse(*fake.files.peek(kUserSettings))["prependPlugins"],
            Json::array({kOurId, "a@b"}));
  fake.files.poke(kUserSettings, R"({"prependPlugins": 3})");
  EXPECT_FALSE(Integration().plan_install(fake.system(), target).ok());
}

// M4
TEST_F(ShieldTest, DoctorSeesThatItIsLateUnlistedOrChangedAndMendsIt) {
  install();
  EXPECT_THAT(told(), Not(HasSubstr("shield")));
  const std::string settings = *fake.files.peek(kUserSettings);
  fake.files.poke(kUserSettings, R"({"prependPlugins": ["a@b", "holdfast-shield@skills-dir"]})");
  EXPECT_THAT(told(), HasSubstr("not the first"));
  fake.files.poke(kUserSettings, "{}");
  EXPECT_THAT(told(), HasSubstr("not the first"));
  told(/*mends=*/true);
  EXPECT_EQ(state(), ShieldState::whole);
  fake.files.poke(kCode, *fake.files.peek(kCode) + "//");
  EXPECT_THAT(told(), HasSubstr("is not what this program writes"));
  told(/*mends=*/true);
  EXPECT_EQ(state(), ShieldState::whole);
  ASSERT_TRUE(fake.files.remove(kCode).ok());
  EXPECT_EQ(state(), ShieldState::changed);
}

// M3
TEST_F(ShieldTest, DoctorListsEveryModAndTheFileThatKeepsThemOut) {
  target.shield = false;
  install();
  put_mod("/home/dev/.claude/skills/a", "one");
  put_mod("/home/dev/project/.claude/skills/b", "two");
  put_mod("/home/dev/.claude/dev-mods/7d1054b6/c", "three");
  put_mod("/home/dev/.claude/plugins/cache/m/p/1.0", "four");
  put_mod("/srv/d", "five");
  put_mod("/srv/e", "six");
  fake.files.poke(kUserSettings, R"({"env": {"CLAUDE_CODE_PLUGIN_DIRS": "/srv/d:~/x"}})");
  fake.environment.set("CLAUDE_CODE_PLUGIN_DIRS", "/srv/e");
  fake.files.poke("/home/dev/.claude/skills/f/.claude-plugin/plugin.json",
                  R"({"name": "seven", "hooks": ["./more.json"]})");
  fake.files.poke("/home/dev/.claude/skills/f/more.json", R"({"modules": ["./r.js"]})");
  // No mods: a skill, and a plugin with plain hooks.
  fake.files.poke("/home/dev/.claude/skills/s/SKILL.md", "text");
  fake.files.poke("/home/dev/.claude/skills/h/hooks/hooks.json", R"({"hooks": {}})");
  const std::string text = told();
  for (const char* name :
       {"the mod one may overrule the gate: /home/dev/.claude/skills/a", "two", "three", "four",
        "five", "six", "seven", "allowManagedModsOnly", "/etc/claude-code/managed-settings.json"}) {
    EXPECT_THAT(text, HasSubstr(name));
  }
  EXPECT_THAT(text, Not(HasSubstr("skills/s")));
  EXPECT_THAT(text, Not(HasSubstr("skills/h")));

  fake.files.poke("/home/dev/.config/holdfast/mods", "one\n");
  target.shield = true;
  install();
  EXPECT_THAT(told(), HasSubstr("one, which a person trusts, may overrule"));
  EXPECT_THAT(told(), HasSubstr("two is kept out by the shield"));
  EXPECT_THAT(told(), Not(HasSubstr("holdfast-shield may")));

  fake.files.poke("/etc/claude-code/managed-settings.json", "{}");
  EXPECT_THAT(told(), HasSubstr("managed-settings.json lets every mod run"));
  fake.files.poke("/etc/claude-code/managed-settings.d/a.json",
                  R"({"pluginConfigs": {"cc-plugin-sec-default@builtin":
                      {"options": {"allowManagedModsOnly": true}}}})");
  EXPECT_THAT(told(), Not(HasSubstr("mod")));
}

// M3
TEST_F(ShieldTest, ANewModIsToldOnceAtAStart) {
  const auto start = [&] {
    model::HostEvent event;
    event.project_folder = "/home/dev/project";
    model::HostReply reply;
    os::System system = fake.system();
    tell_of_mods(system, event, reply);
    EXPECT_EQ(reply.alarm.empty(), reply.context.empty());
    return reply.alarm;
  };
  EXPECT_EQ(start(), "");
  put_mod("/home/dev/.claude/skills/a", "one");
  EXPECT_THAT(start(), HasSubstr("may overrule the gate: /home/dev/.claude/skills/a"));
  EXPECT_EQ(start(), "");
  // The same mod with other code is a new one.
  fake.files.poke("/home/dev/.claude/skills/a/hooks/r.js", "other");
  put_mod("/home/dev/project/.claude/skills/b", "two");
  fake.files.poke("/home/dev/.config/holdfast/mods", "two\n");
  EXPECT_THAT(start(), HasSubstr("skills/a"));
  EXPECT_EQ(start(), "");
}

}  // namespace
}  // namespace host::claude_code
