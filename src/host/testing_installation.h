// A project and a home on a disk in memory, and hosts that are installed there.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "host/catalogue.h"
#include "host/file_integration.h"
#include "os/fake.h"

namespace host {

inline const os::Path kRoot = "/home/dev/project";
inline const std::string kProgram = "/opt/holdfast/bin/holdfast";
// Of Claude Code, in the project.
inline constexpr const char* kLocalSettings = "/home/dev/project/.claude/settings.local.json";
inline constexpr const char* kServersFile = "/home/dev/project/.mcp.json";

class InstallingTest : public ::testing::Test {
 protected:
  InstallingTest() {
    fake_.files.poke(kRoot / ".git/HEAD", "ref: refs/heads/main\n");
    fake_.files.poke(kProgram, "a program");
    EXPECT_TRUE(fake_.files.set_mode(kProgram, 0755).ok());
    fake_.environment.set("HOME", "/home/dev");
  }

  engine::InstallTarget target(engine::InstallScope scope) const {
    return {.root = kRoot,
            .git_dir = kRoot / ".git",
            .home = "/home/dev",
            .scope = scope,
            .program = kProgram};
  }

  static FileIntegration host(std::string_view name) { return FileIntegration(*describe(name)); }

  void install(FileIntegration& host, engine::InstallScope scope) {
    auto changes = host.plan_install(fake_.system(), target(scope));
    ASSERT_TRUE(changes.ok()) << changes.error().message;
    apply(*std::move(changes));
  }
  void uninstall(FileIntegration& host, engine::InstallScope scope) {
    auto changes = host.plan_uninstall(fake_.system(), target(scope));
    ASSERT_TRUE(changes.ok()) << changes.error().message;
    apply(*std::move(changes));
  }
  void apply(std::vector<engine::FileChange> changes) {
    engine::InstallPlan plan;
    plan.changes = std::move(changes);
    ASSERT_TRUE(engine::apply_plan(fake_.system(), plan).ok());
  }

  base::Json at(const os::Path& path) {
    return base::Json::parse(fake_.files.peek(path).value_or("null"));
  }

  os::FakeSystem fake_;
};

}  // namespace host
