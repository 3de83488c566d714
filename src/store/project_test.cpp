#include "store/project.h"

#include <gtest/gtest.h>

#include <string>

#include "base/digest.h"
#include "os/fake.h"

namespace store {
namespace {

std::string project_id_of(const os::Path& place) {
  return base::to_hex(base::sha256(place.native())).substr(0, 16);
}

class ProjectTest : public ::testing::Test {
 protected:
  Project find(const os::Path& start) { return find_project(disk_, start).value(); }
  void add_repository(const os::Path& root) {
    disk_.poke(root / ".git" / "HEAD", "ref: refs/heads/main\n");
    disk_.poke(root / ".git" / "config", "[core]\n");
  }
  // As `git worktree add` makes it; `main` is the main worktree's root.
  void add_worktree(const os::Path& root, const os::Path& main, const std::string& name) {
    const os::Path git_dir = main / ".git" / "worktrees" / name;
    disk_.poke(root / ".git", "gitdir: " + git_dir.native() + "\n");
    disk_.poke(git_dir / "HEAD", "ref: refs/heads/" + name + "\n");
    disk_.poke(git_dir / "commondir", "../..\n");
    disk_.poke(git_dir / "gitdir", (root / ".git").native() + "\n");
  }
  void opt_in(const os::Path& root) { disk_.poke(config_path(root), "gate:\n  enabled: true\n"); }

  os::FakeDisk disk_;
};

// 4.1, 4.2
TEST_F(ProjectTest, ARepositoryIsOneProjectFromAnyFolderInIt) {
  add_repository("/w/p");
  opt_in("/w/p");
  disk_.poke("/w/p/src/deep/er/x.cpp", "");
  for (const char* start : {"/w/p", "/w/p/", "/w/p/src", "/w/p/src/deep/er", "/w/p/src/../src"}) {
    SCOPED_TRACE(start);
    const Project project = find(start);
    EXPECT_EQ(project.root, "/w/p");
    EXPECT_EQ(project.main_root, "/w/p");
    EXPECT_EQ(project.common_dir, "/w/p/.git");
    EXPECT_EQ(project.local, "/w/p/.git/holdfast");
    EXPECT_EQ(project.id.text, project_id_of("/w/p/.git"));
    EXPECT_TRUE(project.opted_in);
    EXPECT_EQ(project.config_file, "/w/p/.holdfast/config.yaml");
  }
}

// BX-1
TEST_F(ProjectTest, WithoutItsConfigurationAProjectIsNotOptedIn) {
  add_repository("/w/p");
  EXPECT_FALSE(find("/w/p").opted_in);
  EXPECT_EQ(find("/w/p").config_file, "");
  disk_.poke("/w/p/.claude/requirements.yaml", "");
  EXPECT_FALSE(find("/w/p").opted_in);
  disk_.poke("/w/p/.holdfast/config.yaml/x", "");  // A folder of that name is no configuration.
  EXPECT_FALSE(find("/w/p").opted_in);
}

// BX-1: looking must leave nothing behind.
TEST_F(ProjectTest, FindingAProjectWritesNothing) {
  add_repository("/w/p");
  disk_.poke("/w/plain/x", "");
  const auto before = disk_.all_files();
  EXPECT_TRUE(find_project(disk_, "/w/p").ok());
  EXPECT_TRUE(find_project(disk_, "/w/plain").ok());
  EXPECT_EQ(disk_.all_files(), before);
}

// B0-10, S4-90
TEST_F(ProjectTest, AWorktreeSharesTheStateOfItsMainWorktree) {
  add_repository("/w/p");
  add_worktree("/w/p-feature", "/w/p", "feature");
  opt_in("/w/p");
  disk_.poke("/w/p-feature/src/x.cpp", "");
  const Project project = find("/w/p-feature/src");
  EXPECT_EQ(project.root, "/w/p-feature");
  EXPECT_EQ(project.main_root, "/w/p");
  EXPECT_EQ(project.common_dir, "/w/p/.git");
  EXPECT_EQ(project.local, find("/w/p").local);
  EXPECT_EQ(project.id, find("/w/p").id);
}

// BX-1: "in the worktree's or the main worktree's root".
TEST_F(ProjectTest, TheWorktreesOwnConfigurationGoesBeforeThatOfTheMainOne) {
  add_repository("/w/p");
  add_worktree("/w/p-feature", "/w/p", "feature");
  EXPECT_FALSE(find("/w/p-feature").opted_in);
  opt_in("/w/p");
  EXPECT_TRUE(find("/w/p-feature").opted_in);
  EXPECT_EQ(find("/w/p-feature").config_file, "/w/p/.holdfast/config.yaml");
  opt_in("/w/p-feature");
  EXPECT_EQ(find("/w/p-feature").config_file, "/w/p-feature/.holdfast/config.yaml");
  EXPECT_EQ(find("/w/p").config_file, "/w/p/.holdfast/config.yaml");
}

TEST_F(ProjectTest, OptingInAWorktreeDoesNotOptInTheMainOne) {
  add_repository("/w/p");
  add_worktree("/w/p-feature", "/w/p", "feature");
  opt_in("/w/p-feature");
  EXPECT_FALSE(find("/w/p").opted_in);
}

TEST_F(ProjectTest, AWorktreeWithRelativePathsIsFound) {
  add_repository("/w/p");
  add_worktree("/w/p-feature", "/w/p", "feature");
  disk_.poke("/w/p-feature/.git", "gitdir: ../p/.git/worktrees/feature\n");
  EXPECT_EQ(find("/w/p-feature").common_dir, "/w/p/.git");
}

// C3
TEST_F(ProjectTest, TheLinkedWorktreesThatAreThereAreListed) {
  add_repository("/w/p");
  EXPECT_TRUE(linked_worktrees(disk_, find("/w/p")).empty());
  add_worktree("/w/p-feature", "/w/p", "feature");
  add_worktree("/w/p/.trees/inside", "/w/p", "inside");
  add_worktree("/w/gone", "/w/p", "gone");
  disk_.poke("/w/p/.git/worktrees/feature/gitdir", "../../../../p-feature/.git\n");
  ASSERT_TRUE(disk_.remove("/w/gone/.git").ok());
  const std::vector<os::Path> expected{"/w/p-feature", "/w/p/.trees/inside"};
  EXPECT_EQ(linked_worktrees(disk_, find("/w/p")), expected);
  EXPECT_EQ(linked_worktrees(disk_, find("/w/p-feature")), expected);
}

TEST_F(ProjectTest, AWorktreeOfABareRepositoryHasNoMainWorktree) {
  disk_.poke("/w/p.git/HEAD", "ref: refs/heads/main\n");
  disk_.poke("/w/p.git/worktrees/a/HEAD", "ref: refs/heads/a\n");
  disk_.poke("/w/p.git/worktrees/a/commondir", "../..\n");
  disk_.poke("/w/a/.git", "gitdir: /w/p.git/worktrees/a\n");
  const Project project = find("/w/a");
  EXPECT_EQ(project.root, "/w/a");
  EXPECT_EQ(project.main_root, "/w/a");
  EXPECT_EQ(project.common_dir, "/w/p.git");
  EXPECT_EQ(project.local, "/w/p.git/holdfast");
  EXPECT_TRUE(linked_worktrees(disk_, project).empty());
}

TEST_F(ProjectTest, ASubmoduleIsAProjectOfItsOwn) {
  add_repository("/w/p");
  opt_in("/w/p");
  disk_.poke("/w/p/lib/.git", "gitdir: ../.git/modules/lib\n");
  disk_.poke("/w/p/.git/modules/lib/HEAD", "ref: refs/heads/main\n");
  const Project project = find("/w/p/lib");
  EXPECT_EQ(project.root, "/w/p/lib");
  EXPECT_EQ(project.main_root, "/w/p/lib");
  EXPECT_EQ(project.common_dir, "/w/p/.git/modules/lib");
  EXPECT_FALSE(project.opted_in);
  EXPECT_NE(project.id, find("/w/p").id);
}

TEST_F(ProjectTest, ARepositoryInsideAnotherIsTheNearerOne) {
  add_repository("/w/p");
  add_repository("/w/p/vendor/q");
  disk_.poke("/w/p/vendor/q/x", "");
  EXPECT_EQ(find("/w/p/vendor/q").root, "/w/p/vendor/q");
  EXPECT_EQ(find("/w/p/vendor").root, "/w/p");
}

TEST_F(ProjectTest, WhatOnlyLooksLikeARepositoryIsNone) {
  add_repository("/w/p");
  disk_.poke("/w/p/a/.git/keep", "");  // A folder without HEAD.
  disk_.poke("/w/p/b/.git", "gitdir: /nowhere\n");
  disk_.poke("/w/p/c/.git", "something else\n");
  disk_.poke("/w/p/d/.git", "");
  disk_.poke("/w/p/e/.git", std::string(10'000, 'x'));
  for (const char* start : {"/w/p/a", "/w/p/b", "/w/p/c", "/w/p/d", "/w/p/e"}) {
    EXPECT_EQ(find(start).root, "/w/p") << start;
  }
}

// B0-10, SC-55: the same place by another name is the same project.
TEST_F(ProjectTest, ALinkLeadsToTheSameProject) {
  add_repository("/w/p");
  disk_.poke("/w/p/src/x", "");
  disk_.make_link("/home/dev/p", "/w/p");
  disk_.make_link("/home/dev/src", "/w/p/src");
  for (const char* start : {"/home/dev/p", "/home/dev/p/src", "/home/dev/src"}) {
    SCOPED_TRACE(start);
    EXPECT_EQ(find(start).root, "/w/p");
    EXPECT_EQ(find(start).id, find("/w/p").id);
  }
}

TEST_F(ProjectTest, AGitFolderBehindALinkIsTheFolderItself) {
  disk_.poke("/store/p.git/HEAD", "ref: refs/heads/main\n");
  disk_.make_link("/w/p/.git", "/store/p.git");
  const Project project = find("/w/p");
  EXPECT_EQ(project.root, "/w/p");
  EXPECT_EQ(project.common_dir, "/store/p.git");
  EXPECT_EQ(project.id.text, project_id_of("/store/p.git"));
}

// S4-107: without git a folder can still opt in.
TEST_F(ProjectTest, APlainFolderBelongsToTheNearestOneThatOptedIn) {
  disk_.poke("/w/notes/2026/01/x.md", "");
  opt_in("/w/notes");
  const Project project = find("/w/notes/2026/01");
  EXPECT_EQ(project.root, "/w/notes");
  EXPECT_EQ(project.main_root, "/w/notes");
  EXPECT_EQ(project.common_dir, "");
  EXPECT_EQ(project.local, "/w/notes/.holdfast/local");
  EXPECT_EQ(project.id.text, project_id_of("/w/notes"));
  EXPECT_TRUE(project.opted_in);
  opt_in("/w/notes/2026");
  EXPECT_EQ(find("/w/notes/2026/01").root, "/w/notes/2026");
}

TEST_F(ProjectTest, APlainFolderThatNobodyOptedInIsItsOwnProject) {
  disk_.poke("/w/plain/sub/x", "");
  const Project project = find("/w/plain/sub");
  EXPECT_EQ(project.root, "/w/plain/sub");
  EXPECT_FALSE(project.opted_in);
  EXPECT_EQ(find("/").root, "/");
}

TEST_F(ProjectTest, ARepositoryBelowAnOptedInFolderIsNotOptedInByIt) {
  opt_in("/w");
  add_repository("/w/p");
  EXPECT_FALSE(find("/w/p").opted_in);
}

TEST_F(ProjectTest, AFolderThatIsNotThereHasNoProject) {
  EXPECT_EQ(find_project(disk_, "/nowhere").error().code, base::Code::not_found);
}

TEST_F(ProjectTest, TwoClonesAreTwoProjects) {
  add_repository("/w/a");
  add_repository("/w/b");
  EXPECT_NE(find("/w/a").id, find("/w/b").id);
  EXPECT_EQ(find("/w/a").id.text.size(), 16U);
}

}  // namespace
}  // namespace store
