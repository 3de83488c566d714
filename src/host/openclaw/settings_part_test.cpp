#include "host/openclaw/settings_part.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "host/openclaw/server_part.h"

namespace host::openclaw {
namespace {

using base::Json;

const PartForm kForm{"/opt/holdfast", HookKind::own, "/home/dev", "/home/dev/.openclaw"};

std::string with(const std::string& text, const PartForm& form = kForm) {
  const auto settings = SettingsPart().with_ours(text, form);
  EXPECT_TRUE(settings.ok()) << settings.error().message;
  const auto all = ServerPart().with_ours(settings.value(), form);
  EXPECT_TRUE(all.ok()) << all.error().message;
  return all.value();
}

std::optional<std::string> without(const std::string& text) {
  const auto served = ServerPart().without_ours(text, std::nullopt);
  EXPECT_TRUE(served.ok()) << served.error().message;
  if (!served.value()) return std::nullopt;
  const auto all = SettingsPart().without_ours(*served.value(), std::nullopt);
  EXPECT_TRUE(all.ok()) << all.error().message;
  return all.value();
}

TEST(OpenClawSettingsTest, EveryOtherByteStaysAndComesBack) {
  for (const std::string text :
       {R"({})", "{}\n", R"({"a":1})", "{\n  \"a\": [1, 2]\n}\n", "{\r\n\t\"meta\": {}\r\n}",
        R"({"plugins":{}})", R"({"plugins":{"allow":["x"]},"mcp":{"servers":{}}})",
        "{\n  \"plugins\": {\n    \"allow\": [\n      \"x\"\n    ],\n    \"load\": {\"paths\": "
        "[]}\n "
        " }\n}\n",
        "{\n  \"plugins\": {\n    \"entries\": {\n      \"x\": {\"enabled\": true}\n    }\n  },\n  "
        "\"mcp\": {\n    \"servers\": {\n      \"docs\": {\"url\": \"u\"}\n    }\n  }\n}\n",
        R"({"plugins":{"load":{"paths":["/other"]},"entries":{}},"agents":{}})"}) {
    SCOPED_TRACE(text);
    const std::string installed = with(text);
    const Json value = Json::parse(installed);
    EXPECT_EQ(value["plugins"]["load"]["paths"].back(), "/home/dev/.openclaw/holdfast-plugin");
    EXPECT_EQ(value["plugins"]["entries"]["holdfast"].dump(),
              R"({"enabled":true,"hooks":{"allowConversationAccess":true},)"
              R"("config":{"program":"/opt/holdfast"}})");
    EXPECT_EQ(value["mcp"]["servers"]["session-state"].dump(),
              R"({"command":"/opt/holdfast","args":["mcp"],"cwd":"/home/dev/.openclaw/workspace",)"
              R"("env":{"HOLDFAST_SESSION_PERSISTENCE_LAYOUT":"openclaw"}})");
    EXPECT_EQ(with(installed), installed);
    EXPECT_EQ(without(installed), text);
  }
}

TEST(OpenClawSettingsTest, AFileOfOursAloneGoes) {
  const auto settings = SettingsPart().with_ours(std::nullopt, kForm);
  ASSERT_TRUE(settings.ok());
  const auto all = ServerPart().with_ours(settings.value(), kForm);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(without(all.value()), std::nullopt);
}

TEST(OpenClawSettingsTest, AListThatRestrictsGetsOurNameAndNeverLosesItsLast) {
  const auto allowed = [](const std::string& text) {
    return Json::parse(text)["plugins"]["allow"].dump();
  };
  EXPECT_EQ(allowed(with(R"({"plugins":{"allow":["x"]}})")), R"(["x","holdfast"])");
  // An empty list lets every plugin load: with a name in it, it would let no other one.
  EXPECT_EQ(allowed(with(R"({"plugins":{"allow":[]}})")), "[]");
  EXPECT_EQ(allowed(*without(with(R"({"plugins":{"allow":["holdfast"]}})"))), R"(["holdfast"])");
}

TEST(OpenClawSettingsTest, WhatAPersonAddedToOursStaysAndWhatTheGateNeedsComesBack) {
  const std::string text =
      R"({"plugins":{"load":{"paths":["/old/.openclaw/holdfast-plugin","/x"]},"entries":{"holdfast":)"
      R"({"enabled":false,"hooks":{"allowConversationAccess":false,"allowPromptInjection":true},)"
      R"("config":{"program":"/old/holdfast","timeoutMs":5000}}}},"mcp":{"servers":{"session-state":)"
      R"({"command":"/old/holdfast","args":["mcp","--project","/p"],"cwd":"/p",)"
      R"("env":{"HOLDFAST_SESSION_PERSISTENCE_LAYOUT":"holdfast"}}}}})";
  const Json value = Json::parse(with(text));
  EXPECT_EQ(value["plugins"]["load"]["paths"].dump(),
            R"(["/home/dev/.openclaw/holdfast-plugin","/x"])");
  EXPECT_EQ(
      value["plugins"]["entries"]["holdfast"].dump(),
      R"({"enabled":true,"hooks":{"allowConversationAccess":true,"allowPromptInjection":true},)"
      R"("config":{"program":"/opt/holdfast","timeoutMs":5000}})");
  EXPECT_EQ(value["mcp"]["servers"]["session-state"].dump(),
            R"({"command":"/opt/holdfast","args":["mcp","--project","/p"],"cwd":"/p",)"
            R"("env":{"HOLDFAST_SESSION_PERSISTENCE_LAYOUT":"holdfast"}})");
}

TEST(OpenClawSettingsTest, TheServerIsStartedInTheAgentsWorkspace) {
  const auto folder = [](const std::string& workspace) {
    const std::string text = R"({"agents":{"defaults":{"workspace":)" + workspace + "}}}";
    return Json::parse(with(text))["mcp"]["servers"]["session-state"]["cwd"].get<std::string>();
  };
  EXPECT_EQ(folder(R"("/srv/work")"), "/srv/work");
  EXPECT_EQ(folder(R"("~/work")"), "/home/dev/work");
  EXPECT_EQ(folder("7"), "/home/dev/.openclaw/workspace");
}

TEST(OpenClawSettingsTest, WhatOnlyAPersonCanEditIsLeftToThem) {
  for (const std::string text :
       {"{ // mine\n}", R"({"a":1,})", "{a: 1}", "[]", "", R"({"plugins":[]})",
        R"({"plugins":{"entries":{"holdfast":true}}})", R"({"plugins":{"load":7}})"}) {
    SCOPED_TRACE(text);
    const auto wanted = SettingsPart().with_ours(text, kForm);
    ASSERT_FALSE(wanted.ok());
    EXPECT_EQ(wanted.error().code, base::Code::exists);
    EXPECT_NE(wanted.error().hint.find("holdfast hooks print --host openclaw"), std::string::npos);
  }
  const auto server =
      ServerPart().with_ours(R"({"mcp":{"servers":{"session-state":{"command":"x"}}}})", kForm);
  ASSERT_FALSE(server.ok());
  EXPECT_EQ(server.error().code, base::Code::exists);
}

TEST(OpenClawSettingsTest, ItIsSaidWhatInTheFileStandsInTheWay) {
  const auto told = [](const std::string& text) {
    return SettingsPart().how_to_add_to(text, "openclaw.json", kForm);
  };
  EXPECT_EQ(told(R"({"plugins":[]})"),
            "put what `holdfast hooks print --host openclaw --scope user` prints into "
            "openclaw.json (plugins is not an object)");
  EXPECT_NE(told(R"({"plugins":{"load":7}})").find("(plugins.load is not an object)"),
            std::string::npos);
  EXPECT_NE(told("{ // mine\n}").find("only plain JSON is edited)"), std::string::npos);
}

TEST(OpenClawSettingsTest, WhatKeepsThePluginOutIsToldAndStays) {
  const std::string off = R"({"plugins":{"enabled":false}})";
  EXPECT_NE(SettingsPart().obstacle(with(off)).find("plugins.enabled is false"), std::string::npos);
  EXPECT_EQ(Json::parse(with(off))["plugins"]["enabled"], false);
  const std::string denied = R"({"plugins":{"deny":["holdfast"]}})";
  EXPECT_NE(SettingsPart().obstacle(with(denied)).find("plugins.deny"), std::string::npos);
  EXPECT_EQ(Json::parse(with(denied))["plugins"]["deny"].dump(), R"(["holdfast"])");
  EXPECT_EQ(SettingsPart().obstacle(with("{}")), "");
}

TEST(OpenClawSettingsTest, TheProgramIsFoundAgain) {
  const auto hooks = SettingsPart().find(with("{}"));
  ASSERT_TRUE(hooks.ok());
  ASSERT_EQ(hooks.value().size(), 1U);
  EXPECT_EQ(hooks.value()[0].program, "/opt/holdfast");
  const auto bare = SettingsPart().find(R"({"plugins":{"entries":{"holdfast":{}}}})");
  EXPECT_EQ(bare.value().at(0).program, "holdfast");
  EXPECT_TRUE(
      SettingsPart().find(R"({"plugins":{"load":{"paths":["holdfast"]}}})").value().empty());
  EXPECT_EQ(ServerPart().find(with("{}")).value().at(0).program, "/opt/holdfast");
}

}  // namespace
}  // namespace host::openclaw
