#include "mcp/memory/memory_of_config.h"

#include <gtest/gtest.h>

#include "engine/test_scene.h"
#include "engine/trust.h"

namespace mcp::memory {
namespace {

class MemoryOfConfigTest : public ::testing::Test {
 protected:
  MemoryChoice chosen(const char* yaml) {
    scene.configure(yaml);
    engine::Workspace workspace = scene.workspace();
    return memory_of_config(scene.fake.system(), workspace);
  }
  void trust() {
    scene.fake.environment.set_terminal(true);
    scene.add_process(100, 1, "holdfast");
    engine::Workspace workspace = scene.workspace();
    ASSERT_TRUE(engine::trust_project(workspace, {}).ok());
  }
  engine::Scene scene;

  static constexpr const char* kCommand =
      "memory:\n  backend: serena\n  command: [serena, start-mcp-server]\n";
  static constexpr const char* kFar =
      "memory:\n  backend: basic-memory\n  url: http://10.0.0.1:8000/mcp\n";
};

TEST_F(MemoryOfConfigTest, FilesAreTheDefault) {
  const MemoryChoice choice = chosen("gate:\n  initial_mode: coding\n");
  EXPECT_EQ(choice.store->kind(), "files");
  EXPECT_TRUE(choice.warnings.empty());
}

// BX-7: what a repository names does not run because it was cloned.
TEST_F(MemoryOfConfigTest, ACommandAndADistantServerNeedATrustedProject) {
  for (const char* yaml : {kCommand, kFar}) {
    const MemoryChoice before = chosen(yaml);
    EXPECT_EQ(before.store->kind(), "files");
    ASSERT_EQ(before.warnings.size(), 1U);
    EXPECT_NE(before.warnings.front().find("not trusted"), std::string::npos);
  }
  trust();
  EXPECT_EQ(chosen(kCommand).store->kind(), "serena");
  EXPECT_EQ(chosen(kFar).store->kind(), "basic-memory");
}

TEST_F(MemoryOfConfigTest, AServerOnThisMachineNeedsNoTrust) {
  for (const char* url : {"http://127.0.0.1:8000/mcp", "http://localhost:8000/mcp"}) {
    const MemoryChoice choice =
        chosen(("memory:\n  backend: serena\n  url: " + std::string(url) + "\n").c_str());
    EXPECT_EQ(choice.store->kind(), "serena");
    EXPECT_TRUE(choice.warnings.empty());
  }
}

TEST_F(MemoryOfConfigTest, AnIncompleteConfigurationIsWarnedAbout) {
  for (const char* yaml :
       {"memory:\n  backend: serena\n", "memory:\n  backend: serena\n  url: ftp://x\n"}) {
    const MemoryChoice choice = chosen(yaml);
    EXPECT_EQ(choice.store->kind(), "files");
    EXPECT_EQ(choice.warnings.size(), 1U);
  }
}

// Opening a project starts nothing.
TEST_F(MemoryOfConfigTest, TheCommandRunsInTheProjectWhenItIsFirstNeeded) {
  trust();
  std::vector<os::ChildRequest> started;
  scene.fake.processes.child = [&](const os::ChildRequest& request) {
    started.push_back(request);
    return base::Result<std::unique_ptr<os::Child>>(
        base::Error{base::Code::not_found, "serena cannot be started", ""});
  };
  const MemoryChoice choice = chosen(kCommand);
  EXPECT_TRUE(started.empty());
  EXPECT_EQ(choice.store->read("x").error().code, base::Code::unavailable);
  ASSERT_EQ(started.size(), 1U);
  EXPECT_EQ(started.front().argv, (std::vector<std::string>{"serena", "start-mcp-server"}));
  EXPECT_EQ(started.front().folder, "/home/dev/project");
}

}  // namespace
}  // namespace mcp::memory
