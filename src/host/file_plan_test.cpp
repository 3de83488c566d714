#include "host/file_plan.h"

#include "host/testing_installation.h"

namespace host {
namespace {

using engine::InstallScope;
using engine::Severity;

using FilePlanTest = InstallingTest;

TEST_F(FilePlanTest, FoldersThatInstallingMadeGoAndThoseOfOthersStay) {
  fake_.files.poke("/home/dev/.profile", "x");
  ASSERT_TRUE(fake_.files.make_folder("/home/dev/Documents", 0755).ok());
  for (const char* name :
       {"codex", "gemini", "copilot", "cursor", "windsurf", "cline", "opencode", "openclaw"}) {
    for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
      if (std::string(name) == "openclaw" && scope == InstallScope::local) continue;
      SCOPED_TRACE(std::string(name) + " " + std::to_string(static_cast<int>(scope)));
      const auto home = fake_.files.list("/home/dev").value();
      const auto project = fake_.files.list(kRoot).value();
      FileIntegration one = host(name);
      install(one, scope);
      uninstall(one, scope);
      EXPECT_EQ(fake_.files.list("/home/dev").value(), home);
      EXPECT_EQ(fake_.files.list(kRoot).value(), project);
    }
  }
  fake_.files.poke("/home/dev/Documents/letter", "x");
  FileIntegration cline = host("cline");
  install(cline, InstallScope::user);
  uninstall(cline, InstallScope::user);
  EXPECT_EQ(fake_.files.list("/home/dev/Documents").value(), std::vector<std::string>{"letter"});
}

TEST_F(FilePlanTest, NoFolderGoesThatTheHostsPathDoesNotName) {
  for (const InstallScope scope : {InstallScope::local, InstallScope::user}) {
    FileIntegration codex = host("codex");
    install(codex, scope);
    const auto changes = codex.plan_uninstall(fake_.system(), target(scope)).value();
    ASSERT_FALSE(changes.empty());
    for (const auto& change : changes) EXPECT_EQ(change.empty_folders_go, 1) << change.path;
    uninstall(codex, scope);
  }
  fake_.environment.set("CODEX_HOME", "/srv/codex");
  fake_.environment.set("GEMINI_CLI_HOME", "/srv/gemini");
  fake_.environment.set("OPENCLAW_CONFIG_PATH", "/etc/claw/claw.json");
  for (const char* name : {"codex", "gemini", "openclaw"}) {
    FileIntegration one = host(name);
    install(one, InstallScope::user);
    uninstall(one, InstallScope::user);
  }
  EXPECT_TRUE(fake_.files.exists("/srv/codex"));
  EXPECT_TRUE(fake_.files.exists("/srv/gemini"));
  EXPECT_FALSE(fake_.files.exists("/srv/gemini/.gemini"));
  EXPECT_TRUE(fake_.files.exists("/etc/claw"));
}

TEST_F(FilePlanTest, AScriptOfSomebodyElseThatCallsUsIsNoProblem) {
  const os::Path script = kRoot / ".clinerules/hooks/PreToolUse";
  FileIntegration cline = host("cline");
  struct Row {
    std::string line;
    std::optional<Severity> severity;  // None: nothing is said of it.
  };
  install(cline, InstallScope::local);
  const std::string ours = *fake_.files.peek(script);
  const std::string advised = ours.substr(ours.find("answer="));
  for (const Row& row :
       {Row{"true\n", Severity::problem},
        Row{kProgram + " hook PreToolUse --host cline\n", Severity::remark}, Row{advised, {}}}) {
    SCOPED_TRACE(row.line);
    fake_.files.poke(script, "#!/bin/sh\necho mine\n" + row.line);
    const auto found = cline.check_and_repair(fake_.system(), target(InstallScope::local));
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].severity, row.severity.value_or(Severity::good)) << found[0].message;
    EXPECT_EQ(found[0].message.find(script.string() + ": another hook is there") == 0,
              row.severity.has_value());
    if (row.severity) {
      EXPECT_NE(found[0].repair.find(advised.substr(0, advised.size() - 1)), std::string::npos);
    }
    const std::string told = cline.left_to_do(fake_.system(), target(InstallScope::local));
    EXPECT_EQ(told.find("another hook has the place") != std::string::npos,
              row.severity.has_value())
        << told;
    EXPECT_EQ(fake_.files.peek(script), "#!/bin/sh\necho mine\n" + row.line);
  }
}

TEST_F(FilePlanTest, SettingsOfAnotherFormAreNotCalledBroken) {
  fake_.files.poke("/home/dev/.openclaw/openclaw.json", R"({"plugins":[]})");
  FileIntegration openclaw = host("openclaw");
  const std::string told = openclaw.left_to_do(fake_.system(), target(InstallScope::user));
  EXPECT_NE(told.find("openclaw.json (plugins is not an object)"), std::string::npos) << told;
  EXPECT_EQ(told.find("plain JSON"), std::string::npos) << told;
}

}  // namespace
}  // namespace host
