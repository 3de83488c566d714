#include "host/file_integration.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "host/own_hooks.h"
#include "host/testing_installation.h"

namespace host {
namespace {

using base::Json;
using engine::InstallScope;
using engine::Severity;

using FileIntegrationTest = InstallingTest;

TEST_F(FileIntegrationTest, EveryHostAndScopeGivesBackWhatWasThere) {
  const auto before = fake_.files.all_files();
  for (const char* name :
       {"codex", "gemini", "copilot", "cursor", "windsurf", "cline", "opencode", "openclaw"}) {
    for (const InstallScope scope :
         {InstallScope::local, InstallScope::project, InstallScope::user}) {
      SCOPED_TRACE(std::string(name) + " " + std::to_string(static_cast<int>(scope)));
      FileIntegration one = host(name);
      EXPECT_EQ(one.name(), name);
      EXPECT_FALSE(one.limits().empty());
      // Its plugin would block those who do not have the program; OpenClaw has no project's files.
      const bool is_refused = (std::string(name) == "opencode" && scope == InstallScope::project) ||
                              (std::string(name) == "openclaw" && scope != InstallScope::user);
      if (is_refused) {
        EXPECT_FALSE(one.plan_install(fake_.system(), target(scope)).ok());
        continue;
      }
      install(one, scope);
      EXPECT_TRUE(one.plan_install(fake_.system(), target(scope)).value().empty());
      const auto found = one.check(fake_.system(), target(InstallScope::local));
      if (scope != InstallScope::project) {  // Whose program PATH would have to find.
        ASSERT_FALSE(found.empty());
        EXPECT_EQ(found[0].severity, Severity::good) << found[0].message;
        // Codex does not trust them yet.
        EXPECT_EQ(found.size(), std::string(name) == "codex" ? 2U : 1U);
      }
      uninstall(one, scope);
      EXPECT_EQ(fake_.files.all_files(), before);
    }
  }
}

TEST_F(FileIntegrationTest, HooksAreWrittenAsEachHostReadsThem) {
  for (const char* name : {"codex", "gemini", "copilot", "cursor", "windsurf"}) {
    FileIntegration one = host(name);
    install(one, InstallScope::local);
  }
  EXPECT_EQ(at(kRoot / ".codex/hooks.json")["hooks"]["PreToolUse"].dump(),
            R"([{"matcher":"*","hooks":[{"type":"command","command":")" + kProgram +
                R"( hook PreToolUse --host codex || exit 2","timeout":10}]}])");
  EXPECT_EQ(at(kRoot / ".codex/hooks.json")["hooks"]["SessionEnd"].dump(),
            R"([{"hooks":[{"type":"command","command":")" + kProgram +
                R"( hook SessionEnd --host codex","timeout":3}]}])");
  EXPECT_EQ(at(kRoot / ".gemini/settings.json")["hooks"]["AfterTool"].dump(),
            R"([{"matcher":"*","hooks":[{"type":"command","command":")" + kProgram +
                R"( hook AfterTool --host gemini","timeout":10000}]}])");
  EXPECT_EQ(at(kRoot / ".gemini/settings.json")["hooks"]["PreCompress"][0]["matcher"], "manual");
  EXPECT_EQ(at(kRoot / ".github/hooks/holdfast.json")["hooks"]["preToolUse"].dump(),
            R"([{"type":"command","bash":")" + kProgram +
                R"( hook preToolUse --host copilot","timeoutSec":10}])");
  EXPECT_EQ(at(kRoot / ".cursor/hooks.json")["hooks"]["preToolUse"].dump(),
            R"([{"command":")" + kProgram +
                R"( hook preToolUse --host cursor","timeout":10,"failClosed":true}])");
  EXPECT_EQ(
      at(kRoot / ".windsurf/hooks.json")["hooks"]["pre_run_command"].dump(),
      R"([{"command":")" + kProgram + R"( hook pre_run_command --host windsurf || exit 2"}])");
}

TEST_F(FileIntegrationTest, WhatIsSharedNamesNoPathAndBlocksNobody) {
  FileIntegration cursor = host("cursor");
  install(cursor, InstallScope::project);
  EXPECT_EQ(at(kRoot / ".cursor/hooks.json")["hooks"]["preToolUse"].dump(),
            R"([{"command":"command -v holdfast >/dev/null 2>&1 || exit 0; )"
            R"(holdfast hook preToolUse --host cursor","timeout":10}])");
  EXPECT_EQ(at(kRoot / ".cursor/mcp.json")["mcpServers"]["session-state"]["command"], "holdfast");
  // They serve this machine too, and only their own scope takes them out.
  EXPECT_TRUE(cursor.plan_install(fake_.system(), target(InstallScope::local)).value().empty());
  EXPECT_TRUE(cursor.plan_uninstall(fake_.system(), target(InstallScope::local)).value().empty());
  EXPECT_EQ(cursor.plan_uninstall(fake_.system(), target(InstallScope::project)).value().size(),
            2U);
}

TEST_F(FileIntegrationTest, AVariableMovesTheUsersFiles) {
  fake_.environment.set("CODEX_HOME", "/srv/codex");
  FileIntegration codex = host("codex");
  install(codex, InstallScope::user);
  EXPECT_TRUE(fake_.files.peek("/srv/codex/hooks.json"));
  EXPECT_TRUE(fake_.files.peek("/srv/codex/config.toml"));
  EXPECT_FALSE(fake_.files.peek("/home/dev/.codex/hooks.json"));
}

// Two sets would record every event twice.
TEST_F(FileIntegrationTest, WhereTheUsersFilesCallUsAProjectGetsNoneOfItsOwn) {
  for (const char* name :
       {"codex", "gemini", "copilot", "cursor", "windsurf", "cline", "opencode"}) {
    SCOPED_TRACE(name);
    FileIntegration one = host(name);
    install(one, InstallScope::user);
    const auto changes = one.plan_install(fake_.system(), target(InstallScope::local));
    ASSERT_TRUE(changes.ok()) << changes.error().message;
    EXPECT_TRUE(changes->empty()) << changes->front().path;
    EXPECT_TRUE(one.summary(fake_.system(), target(InstallScope::local))
                    .ends_with(": your own files bring the hooks"));
    // Others who clone have files of their own.
    EXPECT_FALSE(one.summary(fake_.system(), target(InstallScope::project)).ends_with("hooks"));
    uninstall(one, InstallScope::user);
  }
  // One that cannot run, or is not whole, calls nobody.
  FileIntegration one = host("copilot");
  install(one, InstallScope::user);
  const os::Path file = "/home/dev/.copilot/hooks/holdfast.json";
  const std::string whole = *fake_.files.peek(file);
  Json hooks = Json::parse(whole);
  hooks["hooks"].erase("preToolUse");
  fake_.files.poke(file, hooks.dump(2));
  EXPECT_FALSE(one.plan_install(fake_.system(), target(InstallScope::local))->empty());
  fake_.files.poke(file, whole);
  EXPECT_TRUE(one.plan_install(fake_.system(), target(InstallScope::local))->empty());
  ASSERT_TRUE(fake_.files.set_mode(kProgram, 0644).ok());
  EXPECT_FALSE(one.plan_install(fake_.system(), target(InstallScope::local))->empty());
}

// A project that is the home folder itself has one file for both scopes.
TEST_F(FileIntegrationTest, TheHomeFolderAsAProjectIsInstalledOnce) {
  FileIntegration one = host("codex");
  engine::InstallTarget home = target(InstallScope::local);
  home.root = home.home;
  auto changes = one.plan_install(fake_.system(), home);
  ASSERT_TRUE(changes.ok()) << changes.error().message;
  EXPECT_EQ(changes->size(), 2U);
  apply(*std::move(changes));
  EXPECT_TRUE(one.plan_install(fake_.system(), home)->empty());
  EXPECT_EQ(one.summary(fake_.system(), home), "Codex (not found on PATH)");
}

TEST_F(FileIntegrationTest, AVariableNamesAFileOfTheUser) {
  fake_.environment.set("OPENCLAW_STATE_DIR", "/srv/claw");
  fake_.environment.set("OPENCLAW_CONFIG_PATH", "/etc/claw.json");
  FileIntegration openclaw = host("openclaw");
  install(openclaw, InstallScope::user);
  EXPECT_TRUE(fake_.files.peek("/srv/claw/holdfast-plugin/index.ts"));
  EXPECT_EQ(at("/etc/claw.json")["plugins"]["load"]["paths"][0], "/srv/claw/holdfast-plugin");
  EXPECT_FALSE(fake_.files.peek("/srv/claw/openclaw.json"));
}

TEST_F(FileIntegrationTest, NoSettingsEverNameAPluginThatIsNotThere) {
  const os::Path settings = "/home/dev/.openclaw/openclaw.json";
  const os::Path plugin = "/home/dev/.openclaw/holdfast-plugin";
  fake_.files.poke(settings, "{}");
  FileIntegration openclaw = host("openclaw");
  const auto first = openclaw.plan_install(fake_.system(), target(InstallScope::user)).value();
  EXPECT_EQ(first.back().path, settings);
  apply(first);
  const auto last = openclaw.plan_uninstall(fake_.system(), target(InstallScope::user)).value();
  EXPECT_EQ(last.front().path, settings);
  EXPECT_EQ(last.size(), first.size());
  for (const auto& change : last)
    EXPECT_TRUE(change.path == settings || change.path.parent_path() == plugin);
}

TEST_F(FileIntegrationTest, SettingsThatOnlyAPersonCanEditGetThePluginBesideThem) {
  const os::Path settings = "/home/dev/.openclaw/openclaw.json";
  fake_.files.poke(settings, "{ // mine\n}");
  FileIntegration openclaw = host("openclaw");
  install(openclaw, InstallScope::user);
  EXPECT_EQ(fake_.files.peek(settings), "{ // mine\n}");
  EXPECT_TRUE(fake_.files.peek("/home/dev/.openclaw/holdfast-plugin/index.ts"));
  const std::string told = openclaw.left_to_do(fake_.system(), target(InstallScope::user));
  EXPECT_NE(told.find("hooks print --host openclaw --scope user"), std::string::npos) << told;
  const auto found = openclaw.check(fake_.system(), target(InstallScope::local));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::problem);
  uninstall(openclaw, InstallScope::user);
  EXPECT_FALSE(fake_.files.peek("/home/dev/.openclaw/holdfast-plugin/index.ts"));
}

TEST_F(FileIntegrationTest, DoctorSeesAnOldPluginAGoneOneAndSettingsThatKeepItOut) {
  const os::Path settings = "/home/dev/.openclaw/openclaw.json";
  const os::Path plugin = "/home/dev/.openclaw/holdfast-plugin";
  fake_.files.poke(settings, R"({"plugins":{"deny":["holdfast"]}})");
  FileIntegration openclaw = host("openclaw");
  install(openclaw, InstallScope::user);
  EXPECT_NE(openclaw.left_to_do(fake_.system(), target(InstallScope::user)).find("plugins.deny"),
            std::string::npos);
  const std::string gate = *fake_.files.peek(plugin / "gate.ts");
  fake_.files.poke(plugin / "gate.ts", "// of an older version");
  fake_.files.poke(plugin / "host.ts", "// of an older version");
  EXPECT_TRUE(fake_.files.remove(plugin / "index.ts").ok());
  const auto found = openclaw.check_and_repair(fake_.system(), target(InstallScope::local));
  ASSERT_EQ(found.size(), 3U);
  EXPECT_NE(found[0].message.find("hooks are missing in " + (plugin / "index.ts").string()),
            std::string::npos);
  EXPECT_NE(found[1].message.find((plugin / "gate.ts").string() + " and 1 more is not as"),
            std::string::npos);
  EXPECT_TRUE(found[0].fixed && found[1].fixed);
  EXPECT_NE(found[2].message.find("plugins.deny has holdfast"), std::string::npos);
  EXPECT_FALSE(found[2].fixable);
  EXPECT_EQ(fake_.files.peek(plugin / "gate.ts"), gate);
  EXPECT_TRUE(fake_.files.peek(plugin / "index.ts"));
}

TEST_F(FileIntegrationTest, ATrackedFileIsRefusedAndAServersFileLeft) {
  fake_.processes.program =
      [](const os::ProgramRequest& request) -> base::Result<os::ProgramOutcome> {
    const std::string& file = request.argv.back();
    const bool is_tracked = file.ends_with("mcp.json") || file.ends_with("settings.json");
    return os::ProgramOutcome{is_tracked ? 0 : 1, "", ""};
  };
  fake_.files.poke(kRoot / ".gemini/settings.json", "{}");
  fake_.files.poke(kRoot / ".cursor/mcp.json", "{}");
  FileIntegration gemini = host("gemini");
  const auto refused = gemini.plan_install(fake_.system(), target(InstallScope::local));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find(".gemini/settings.json is tracked by git"),
            std::string::npos);
  FileIntegration cursor = host("cursor");
  const auto changes = cursor.plan_install(fake_.system(), target(InstallScope::local));
  ASSERT_TRUE(changes.ok());
  ASSERT_EQ(changes->size(), 1U);
  EXPECT_EQ(changes->front().path, kRoot / ".cursor/hooks.json");
  EXPECT_NE(cursor.left_to_do(fake_.system(), target(InstallScope::local)).find(".cursor/mcp.json"),
            std::string::npos);
  EXPECT_TRUE(gemini.plan_install(fake_.system(), target(InstallScope::project)).ok());
}

TEST_F(FileIntegrationTest, AFailedWriteIsToldAndLeavesTheFile) {
  fake_.files.poke(kRoot / ".cursor/hooks.json", "{\"version\":1}");
  FileIntegration cursor = host("cursor");
  const auto changes = cursor.plan_install(fake_.system(), target(InstallScope::local));
  engine::InstallPlan plan;
  plan.changes = *changes;
  fake_.files.arm({.kind = os::Fault::Kind::crash, .at_call = 0});
  EXPECT_FALSE(engine::apply_plan(fake_.system(), plan).ok());
  fake_.files.disarm();
  EXPECT_EQ(fake_.files.peek(kRoot / ".cursor/hooks.json"), "{\"version\":1}");
}

TEST_F(FileIntegrationTest, WhatIsSaidOfTrustIsOfTheFilesThatAreWritten) {
  for (const char* name : {"gemini", "copilot", "codex"}) {
    SCOPED_TRACE(name);
    FileIntegration one = host(name);
    EXPECT_NE(one.left_to_do(fake_.system(), target(InstallScope::local)).find("trust"),
              std::string::npos);
    const std::string users = one.left_to_do(fake_.system(), target(InstallScope::user));
    EXPECT_EQ(users.find("trust") != std::string::npos, std::string(name) == "codex") << users;
  }
}

TEST_F(FileIntegrationTest, ASwitchThatStopsAllHooksIsToldAndStays) {
  struct Row {
    const char* host;
    const char* file;
    const char* off;
    const char* on;
    const char* why;
  };
  for (const Row& row :
       {Row{"gemini", ".gemini/settings.json", R"({"hooksConfig": {"enabled": false}})",
            R"({"hooksConfig": {"enabled": true}})", "hooksConfig.enabled is false"},
        Row{"copilot", ".github/hooks/holdfast.json", R"({"disableAllHooks": true})",
            R"({"disableAllHooks": false})", "disableAllHooks is true"}}) {
    SCOPED_TRACE(row.host);
    FileIntegration one = host(row.host);
    for (const bool is_off : {true, false}) {
      fake_.files.poke(kRoot / row.file, is_off ? row.off : row.on);
      const std::string told = one.left_to_do(fake_.system(), target(InstallScope::local));
      EXPECT_EQ(told.find(row.why) != std::string::npos, is_off) << told;
      install(one, InstallScope::local);
      const auto found = one.check_and_repair(fake_.system(), target(InstallScope::local));
      ASSERT_EQ(found.size(), 1U);
      EXPECT_EQ(found[0].severity, is_off ? Severity::problem : Severity::good);
      EXPECT_EQ(found[0].message.find(row.why) != std::string::npos, is_off) << found[0].message;
      const std::string event = std::string(row.host) == "gemini" ? "BeforeTool" : "preToolUse";
      os::System system = fake_.system();
      EXPECT_EQ(has_own_hooks(system, row.host, kRoot, event), !is_off);
      uninstall(one, InstallScope::local);
      EXPECT_EQ(fake_.files.peek(kRoot / row.file), is_off ? row.off : row.on);
    }
  }
}

TEST_F(FileIntegrationTest, DoctorNamesAProgramThatIsGoneAndPutsTheOneThatRuns) {
  FileIntegration gemini = host("gemini");
  install(gemini, InstallScope::local);
  std::string text = *fake_.files.peek(kRoot / ".gemini/settings.json");
  for (std::size_t at = text.find(kProgram); at != std::string::npos; at = text.find(kProgram)) {
    text.replace(at, kProgram.size(), "/gone/holdfast");
  }
  fake_.files.poke(kRoot / ".gemini/settings.json", text);
  const auto found = gemini.check(fake_.system(), target(InstallScope::local));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::problem);
  EXPECT_NE(found[0].message.find("/gone/holdfast, which is not there"), std::string::npos);
  EXPECT_TRUE(gemini.check_and_repair(fake_.system(), target(InstallScope::local))[0].fixed);
  EXPECT_EQ(at(kRoot / ".gemini/settings.json")["mcpServers"]["session-state"]["command"],
            kProgram);
  const auto after = gemini.check(fake_.system(), target(InstallScope::local));
  ASSERT_EQ(after.size(), 1U);
  EXPECT_EQ(after[0].severity, Severity::good);
}

TEST_F(FileIntegrationTest, DoctorGivesAScriptItsRunBitBack) {
  FileIntegration cline = host("cline");
  install(cline, InstallScope::local);
  const os::Path script = kRoot / ".clinerules/hooks/PreToolUse";
  ASSERT_TRUE(fake_.files.set_mode(script, 0644).ok());
  const auto found = cline.check(fake_.system(), target(InstallScope::local));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].severity, Severity::problem);
  EXPECT_EQ(found[0].message, script.string() + " has lost its run bit");
  EXPECT_TRUE(cline.check_and_repair(fake_.system(), target(InstallScope::local))[0].fixed);
  EXPECT_EQ(fake_.files.info(script)->mode & 0777U, 0755U);
  const auto after = cline.check(fake_.system(), target(InstallScope::local));
  ASSERT_EQ(after.size(), 1U);
  EXPECT_EQ(after[0].severity, Severity::good);
}

TEST_F(FileIntegrationTest, OwnHooksAreSeenInTheProjectsAndTheUsersFileByAnyNameOfTheEvent) {
  os::System system = fake_.system();
  EXPECT_FALSE(has_own_hooks(system, "copilot", kRoot, "preToolUse"));
  EXPECT_FALSE(has_own_hooks(system, "emacs", kRoot, "preToolUse"));
  for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
    FileIntegration copilot = host("copilot");
    install(copilot, scope);
    for (const char* event :
         {"preToolUse", "PreToolUse", "UserPromptSubmit", "userPromptSubmitted", "Stop"}) {
      EXPECT_TRUE(has_own_hooks(system, "copilot", kRoot, event)) << event;
      EXPECT_FALSE(has_own_hooks(system, "cursor", kRoot, event)) << event;
    }
    EXPECT_FALSE(has_own_hooks(system, "copilot", kRoot, "PostCompact"));
    uninstall(copilot, scope);
  }
  // Hooks of another host in the file are not this one's, and hostile text is nobody's.
  const std::string mark = "--host copilot";
  const std::vector<std::string> texts{
      mark, "{\"hooks\":\"" + mark + "\"}", std::string(5000, '[') + mark,
      R"({"hooks":{"preToolUse":[{"bash":"holdfast hook preToolUse --host cursor"},)"
      R"("--host copilot"]}})"};
  for (const std::string& text : texts) {
    fake_.files.poke(kRoot / ".github/hooks/holdfast.json", text);
    EXPECT_FALSE(has_own_hooks(system, "copilot", kRoot, "preToolUse")) << text.substr(0, 60);
  }
}

}  // namespace
}  // namespace host
