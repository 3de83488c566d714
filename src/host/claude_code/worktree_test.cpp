// C3: linked worktrees, whose clients read other files than those of the main worktree.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "host/claude_code/integration.h"
#include "host/testing_installation.h"

namespace host::claude_code {
namespace {

using engine::InstallScope;
using engine::Severity;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kOld = "2.1.210";
constexpr const char* kNew = "2.1.211";
constexpr const char* kTree = "/home/dev/tree";
constexpr const char* kTreeSettings = "/home/dev/tree/.claude/settings.local.json";
constexpr const char* kTreeServers = "/home/dev/tree/.mcp.json";
constexpr const char* kInside = "/home/dev/project/.claude/worktrees/two";
constexpr const char* kExcluded = "/home/dev/project/.git/info/exclude";

class WorktreeTest : public ::testing::Test {
 protected:
  WorktreeTest() {
    fake.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
    fake.files.poke(kExcluded, "*.o\n");
    fake.files.poke("/usr/bin/holdfast", std::string("holdfast ") + HOLDFAST_VERSION + "\n");
    EXPECT_TRUE(fake.files.set_mode("/usr/bin/holdfast", 0755).ok());
    fake.environment.set("PATH", "/usr/bin:/opt/bin");
    add_worktree("one", kTree);
    add_worktree("two", kInside);
  }
  void add_worktree(const std::string& name, const std::string& root) {
    const std::string git = "/home/dev/project/.git/worktrees/" + name;
    fake.files.poke(root + "/.git", "gitdir: " + git + "\n");
    fake.files.poke(git + "/HEAD", "ref: refs/heads/" + name + "\n");
    fake.files.poke(git + "/commondir", "../..\n");
    fake.files.poke(git + "/gitdir", root + "/.git\n");
  }
  void put_client(const std::string& version) {
    fake.files.poke("/opt/bin/claude", "echo '" + version + " (Claude Code)'");
    EXPECT_TRUE(fake.files.set_mode("/opt/bin/claude", 0755).ok());
  }
  engine::InstallRequest request(const char* start, InstallScope scope = InstallScope::local) {
    return {.start = start, .hosts = {&integration()}, .others = {}, .scope = scope};
  }
  void install(const char* start, InstallScope scope = InstallScope::local) {
    const auto plan = engine::plan_install(fake.system(), request(start, scope));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    ASSERT_TRUE(engine::apply_plan(fake.system(), *plan).ok());
    EXPECT_TRUE(engine::plan_install(fake.system(), request(start, scope))->changes.empty());
  }
  void uninstall(const char* start, InstallScope scope = InstallScope::local) {
    const auto plan = engine::plan_uninstall(fake.system(), request(start, scope));
    ASSERT_TRUE(plan.ok()) << plan.error().message;
    ASSERT_TRUE(engine::apply_plan(fake.system(), *plan).ok());
    EXPECT_TRUE(engine::plan_uninstall(fake.system(), request(start, scope))->changes.empty());
  }
  std::vector<engine::Finding> look(const char* start) {
    return integration().check(fake.system(),
                               *engine::install_target(fake.system(), request(start)));
  }
  static std::string text_of(const std::vector<engine::Finding>& findings) {
    std::string text;
    for (const auto& one : findings) {
      text += std::string(one.severity == Severity::problem  ? "problem "
                          : one.severity == Severity::remark ? "remark "
                                                             : "good ") +
              one.message + " | " + one.repair + "\n";
    }
    return text;
  }
  std::map<std::string, std::string> all_texts() {
    std::map<std::string, std::string> texts;
    for (const os::Path& path : fake.files.all_files()) {
      texts[path.native()] = fake.files.peek(path).value_or("");
    }
    return texts;
  }
  bool has(const char* path) { return fake.files.exists(path); }
  // The client is looked up once a process.
  Integration& integration() {
    integrations.emplace_back(std::make_unique<Integration>());
    return *integrations.back();
  }

  os::FakeSystem fake;
  std::vector<std::unique_ptr<Integration>> integrations;
};

TEST_F(WorktreeTest, AnOldClientGetsItsHooksInTheWorktreeToo) {
  put_client(kOld);
  install("/home/dev/project");
  EXPECT_FALSE(has(kTreeSettings));
  install(kTree);
  EXPECT_EQ(fake.files.peek(kTreeSettings), fake.files.peek(kLocalSettings));
  EXPECT_TRUE(has(kTreeServers));
  EXPECT_FALSE(has("/home/dev/project/.claude/worktrees/two/.claude"));
}

TEST_F(WorktreeTest, ANewClientReadsTheHooksOfTheMainOneAndGetsTheServer) {
  put_client(kNew);
  install(kTree);
  EXPECT_TRUE(has(kLocalSettings));
  EXPECT_FALSE(has(kTreeSettings));
  EXPECT_EQ(fake.files.peek(kTreeServers), fake.files.peek(kServersFile));
}

// Nobody knows what it reads, and twice the same hook is one.
TEST_F(WorktreeTest, WithoutAClientTheWorktreeIsGatedForEvery) {
  install(kTree);
  EXPECT_TRUE(has(kTreeSettings));
}

// The client looks for servers in the folders above as well.
TEST_F(WorktreeTest, AWorktreeBelowTheMainOneHasItsServer) {
  put_client(kOld);
  install(kInside);
  EXPECT_FALSE(has("/home/dev/project/.claude/worktrees/two/.mcp.json"));
  EXPECT_EQ(fake.files.peek("/home/dev/project/.claude/worktrees/two/.claude/settings.local.json"),
            fake.files.peek(kLocalSettings));
  EXPECT_EQ(look(kInside).size(), 1U) << text_of(look(kInside));
}

TEST_F(WorktreeTest, TheExcludeListNamesEachFileOnce) {
  put_client(kOld);
  install(kTree);
  install(kInside);
  EXPECT_EQ(*fake.files.peek(kExcluded),
            "*.o\n# holdfast: machine-local files\n/.holdfast/\n/.claude/settings.local.json\n"
            "/.mcp.json\n");
}

TEST_F(WorktreeTest, UninstallingTakesItOutOfAllByteForByte) {
  put_client(kOld);
  fake.files.poke(kTreeSettings, "{\"model\":  \"x\"}\n");
  const auto before = all_texts();
  for (const char* from : {"/home/dev/project", kTree, kInside}) {
    SCOPED_TRACE(from);
    install(kTree);
    install(kInside);
    uninstall(from);
    ASSERT_TRUE(fake.files.remove("/home/dev/.config/holdfast/secret").ok());
    EXPECT_EQ(all_texts(), before);
  }
}

TEST_F(WorktreeTest, AWorktreeThatIsNotGatedIsAProblemThereAndARemarkElsewhere) {
  put_client(kOld);
  install("/home/dev/project");
  const std::string there = text_of(look(kTree));
  EXPECT_THAT(there, HasSubstr("problem /home/dev/tree is not gated"));
  EXPECT_THAT(there, HasSubstr("Claude Code 2.1.210 does not read the main worktree's"));
  EXPECT_THAT(there, HasSubstr("--scope user"));
  EXPECT_THAT(there, HasSubstr("remark the MCP server is missing in /home/dev/tree"));
  const std::string main = text_of(look("/home/dev/project"));
  EXPECT_THAT(main, HasSubstr("remark /home/dev/tree is not gated"));
  EXPECT_THAT(main, HasSubstr(std::string("remark ") + kInside + " is not gated"));
  EXPECT_THAT(main, Not(HasSubstr("problem")));
  EXPECT_THAT(main, Not(HasSubstr("MCP")));
  install(kTree);
  EXPECT_THAT(text_of(look(kTree)), Not(HasSubstr("tree is not gated")));
  EXPECT_THAT(text_of(look(kTree)), Not(HasSubstr("MCP")));
  EXPECT_THAT(text_of(look("/home/dev/project")), Not(HasSubstr("tree is not gated")));
}

TEST_F(WorktreeTest, InstallingInTheMainOneSaysThatOthersAreLeft) {
  const auto left = [&](const char* start) {
    return integration().left_to_do(fake.system(),
                                    *engine::install_target(fake.system(), request(start)));
  };
  put_client(kOld);
  EXPECT_THAT(left("/home/dev/project"), HasSubstr("does not read these settings in linked"));
  EXPECT_EQ(left(kTree), "");
  install(kTree);
  install(kInside);
  EXPECT_EQ(left("/home/dev/project"), "");
  put_client(kNew);
  EXPECT_EQ(left("/home/dev/project"), "");
}

TEST_F(WorktreeTest, OfANewClientOnlyTheServerIsMissed) {
  put_client(kNew);
  install("/home/dev/project");
  EXPECT_THAT(text_of(look(kTree)), Not(HasSubstr("gated")));
  EXPECT_THAT(text_of(look(kTree)), HasSubstr("remark the MCP server is missing"));
  install(kTree);
  EXPECT_EQ(look(kTree).size(), 1U) << text_of(look(kTree));
  EXPECT_EQ(look("/home/dev/project").size(), 1U);
}

TEST_F(WorktreeTest, HooksOfTheUserServeEveryWorktree) {
  put_client(kOld);
  install("/home/dev/project", InstallScope::user);
  EXPECT_THAT(text_of(look(kTree)), Not(HasSubstr("gated")));
  EXPECT_THAT(text_of(look("/home/dev/project")), Not(HasSubstr("gated")));
}

// The branch of a worktree may be older than the commit that brought a project's hooks.
TEST_F(WorktreeTest, AProjectsHooksCountWhereTheyAreCheckedOut) {
  put_client(kNew);
  install("/home/dev/project", InstallScope::project);
  EXPECT_THAT(text_of(look(kTree)), HasSubstr("problem /home/dev/tree is not gated"));
  const auto shared = fake.files.peek("/home/dev/project/.claude/settings.json");
  fake.files.poke("/home/dev/tree/.claude/settings.json", *shared);
  EXPECT_THAT(text_of(look(kTree)), Not(HasSubstr("gated")));
}

TEST_F(WorktreeTest, WhatIsWrongWithAWorktreesOwnFileIsSaid) {
  put_client(kOld);
  install(kTree);
  fake.files.poke(kTreeSettings, R"({"disableAllHooks": true})");
  const std::string found = text_of(look(kTree));
  EXPECT_THAT(found, HasSubstr("tree/.claude/settings.local.json:1: disableAllHooks"));
  EXPECT_THAT(found, HasSubstr("problem /home/dev/tree is not gated"));
}

TEST_F(WorktreeTest, AWorktreeThatIsGoneIsNotMissed) {
  put_client(kOld);
  install("/home/dev/project");
  ASSERT_TRUE(fake.files.remove("/home/dev/tree/.git").ok());
  EXPECT_THAT(text_of(look("/home/dev/project")), Not(HasSubstr("/home/dev/tree")));
}

}  // namespace
}  // namespace host::claude_code
