#include "host/obstacle.h"

#include "host/own_hooks.h"
#include "host/testing_installation.h"

namespace host {
namespace {

using engine::InstallScope;
using engine::Severity;

class ObstacleTest : public InstallingTest {
 protected:
  // Whether init and doctor tell it, in one sentence of the file, and Gemini's hooks count as none.
  void expect_told(InstallScope scope, const os::Path& file, const std::string& why) {
    FileIntegration gemini = host("gemini");
    const std::string told = gemini.left_to_do(fake_.system(), target(scope));
    EXPECT_NE(told.find(file.string() + ": " + why), std::string::npos) << told;
    const auto found = gemini.check_and_repair(fake_.system(), target(InstallScope::local));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::problem);
    EXPECT_NE(found[0].message.find(file.string() + ": " + why), std::string::npos)
        << found[0].message;
    EXPECT_FALSE(found[0].fixable);
    os::System system = fake_.system();
    EXPECT_FALSE(has_own_hooks(system, "gemini", kRoot, "BeforeTool"));
  }
  void expect_nothing(InstallScope scope) {
    FileIntegration gemini = host("gemini");
    const std::string told = gemini.left_to_do(fake_.system(), target(scope));
    EXPECT_EQ(told.find("hooksConfig"), std::string::npos) << told;
    const auto found = gemini.check(fake_.system(), target(InstallScope::local));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, Severity::good) << found[0].message;
    os::System system = fake_.system();
    EXPECT_TRUE(has_own_hooks(system, "gemini", kRoot, "BeforeTool"));
  }

  // The hooks are in `scope`; `with` is put into that file beside them.
  void install_gemini(InstallScope scope, const std::string& with = "{}") {
    fake_.files.poke(file_of(scope), with);
    FileIntegration gemini = host("gemini");
    install(gemini, scope);
  }
  static os::Path file_of(InstallScope scope) {
    return (scope == InstallScope::user ? os::Path("/home/dev") : kRoot) / ".gemini/settings.json";
  }
  static InstallScope other_than(InstallScope scope) {
    return scope == InstallScope::user ? InstallScope::local : InstallScope::user;
  }

  std::string before_tool_ = kProgram + " hook BeforeTool --host gemini || exit 2";
};

TEST_F(ObstacleTest, ASwitchInEitherFileOfGeminiIsTold) {
  for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
    SCOPED_TRACE(static_cast<int>(scope));
    const os::Path other = file_of(other_than(scope));
    install_gemini(scope);
    expect_nothing(scope);
    fake_.files.poke(other, R"({"hooksConfig": {"enabled": false}})");
    expect_told(scope, other, "hooksConfig.enabled is false");
    // Gemini CLI takes comments.
    fake_.files.poke(other, "{// mine\n\"hooksConfig\": {\"enabled\": false}}");
    expect_told(scope, other, "hooksConfig.enabled is false");
    for (const char* text : {R"({"hooksConfig": {"enabled": true}})", R"({"hooksConfig": []})",
                             R"({"enabled": false})", "[]", "{", ""}) {
      fake_.files.poke(other, text);
      expect_nothing(scope);
    }
    EXPECT_TRUE(fake_.files.remove(other).ok());
    EXPECT_TRUE(fake_.files.remove(file_of(scope)).ok());
  }
}

TEST_F(ObstacleTest, WhatTheProjectSaysOfTheSwitchDecides) {
  install_gemini(InstallScope::local, R"({"hooksConfig": {"enabled": true}})");
  fake_.files.poke(file_of(InstallScope::user), R"({"hooksConfig": {"enabled": false}})");
  expect_nothing(InstallScope::local);
  EXPECT_TRUE(fake_.files.remove(file_of(InstallScope::local)).ok());
  EXPECT_TRUE(fake_.files.remove(file_of(InstallScope::user)).ok());
  install_gemini(InstallScope::user, R"({"hooksConfig": {"enabled": true}})");
  fake_.files.poke(file_of(InstallScope::local), R"({"hooksConfig": {"enabled": false}})");
  expect_told(InstallScope::user, file_of(InstallScope::local), "hooksConfig.enabled is false");
}

TEST_F(ObstacleTest, AHookThatEitherFileOfGeminiNamesAsDisabledIsTold) {
  const std::string why = "hooksConfig.disabled has hooks of ours, which do not run then: ";
  const std::string disabled = R"({"hooksConfig": {"disabled": ["x", ")" + before_tool_ + R"("]}})";
  for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
    SCOPED_TRACE(static_cast<int>(scope));
    const os::Path other = file_of(other_than(scope));
    install_gemini(scope);
    fake_.files.poke(other, disabled);
    expect_told(scope, other, why + "BeforeTool");
    fake_.files.poke(other, R"({"hooksConfig": {"disabled": ["x", "BeforeTool", 7]}})");
    expect_nothing(scope);
    fake_.files.poke(other, R"({"hooksConfig": {"disabled": "x"}})");
    expect_nothing(scope);
    EXPECT_TRUE(fake_.files.remove(other).ok());
    install_gemini(scope, disabled);
    expect_told(scope, file_of(scope), why + "BeforeTool");
    EXPECT_TRUE(fake_.files.remove(file_of(scope)).ok());
  }
}

// There init writes nothing, and what keeps the user's hooks from running is still told.
TEST_F(ObstacleTest, WhereTheUsersFilesBringTheHooksTheirObstaclesAreTold) {
  install_gemini(InstallScope::user);
  fake_.files.poke(file_of(InstallScope::local), R"({"hooksConfig": {"enabled": false}})");
  expect_told(InstallScope::local, file_of(InstallScope::local), "hooksConfig.enabled is false");
  fake_.files.poke(file_of(InstallScope::local), "{}");
  expect_nothing(InstallScope::local);
}

TEST_F(ObstacleTest, AHandlersNameComesBeforeItsCommand) {
  install_gemini(InstallScope::local);
  base::Json settings = at(file_of(InstallScope::local));
  settings["hooks"]["BeforeTool"][0]["hooks"][0]["name"] = "the gate";
  settings["hooksConfig"]["disabled"] = base::Json::array({"the gate"});
  const auto description = describe("gemini");
  const Part& hooks = *description->parts.front();
  EXPECT_NE(hooks.obstacle(settings.dump()).find("do not run then: BeforeTool"), std::string::npos);
  settings["hooksConfig"]["disabled"] = base::Json::array({before_tool_});
  EXPECT_EQ(hooks.obstacle(settings.dump()), "");
}

// What only some hosts read as one is not looked for in the others' files.
TEST_F(ObstacleTest, OtherHostsReadEachFileByItself) {
  FileIntegration copilot = host("copilot");
  install(copilot, InstallScope::local);
  fake_.files.poke("/home/dev/.copilot/hooks/holdfast.json", R"({"disableAllHooks": true})");
  const auto found = copilot.check(fake_.system(), target(InstallScope::local));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::good);
}

}  // namespace
}  // namespace host
