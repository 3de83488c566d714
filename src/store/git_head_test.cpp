#include "store/git_head.h"

#include <gtest/gtest.h>

#include <string>

#include "os/fake.h"

namespace store {
namespace {

const std::string kCommit = "0123456789abcdef0123456789abcdef01234567";
const std::string kOtherCommit = "fedcba9876543210fedcba9876543210fedcba98";
const std::string kSha256 = kCommit + "0123456789abcdef01234567";
const std::string kNoCommit(40, '0');

class GitHeadTest : public ::testing::Test {
 protected:
  GitHeadTest() {
    project_.root = project_.main_root = "/w/p";
    project_.git_dir = project_.common_dir = "/w/p/.git";
  }
  void put(const std::string& name, const std::string& text) {
    disk_.poke(project_.common_dir / name, text);
  }
  std::optional<GitHead> head() { return read_head(disk_, project_); }
  std::string anchor(const std::string& branch) { return branch_anchor(disk_, project_, branch); }
  void put_log(const std::string& branch, const std::string& line) {
    put("logs/refs/heads/" + branch, line);
  }

  os::FakeDisk disk_;
  Project project_;
};

TEST_F(GitHeadTest, ABranchIsReadWithItsCommit) {
  put("HEAD", "ref: refs/heads/feature/auth\n");
  put("refs/heads/feature/auth", kCommit + "\n");
  EXPECT_EQ(head()->branch, "feature/auth");
  EXPECT_EQ(head()->commit, kCommit);
  EXPECT_FALSE(head()->detached);
  put("refs/heads/feature/auth", kSha256 + "\n");
  EXPECT_EQ(head()->commit, kSha256);
}

TEST_F(GitHeadTest, APackedBranchIsFoundByItsWholeName) {
  put("HEAD", "ref: refs/heads/x\n");
  put("packed-refs", "# pack-refs with: peeled fully-peeled sorted \n" + kOtherCommit +
                         " refs/heads/x/y\n" + kOtherCommit + " refs/heads/xx\n" + kOtherCommit +
                         " refs/remotes/o/refs/heads/x\n" + kCommit + " refs/heads/x\n^" +
                         kOtherCommit + "\n");
  EXPECT_EQ(head()->commit, kCommit);
  put("packed-refs", kCommit + " refs/heads/x");  // The end of the file ends the name.
  EXPECT_EQ(head()->commit, kCommit);
  put("refs/heads/x", kOtherCommit);  // A loose one is newer.
  EXPECT_EQ(head()->commit, kOtherCommit);
}

TEST_F(GitHeadTest, AnyBranchHasItsCommitLooseOrPacked) {
  put("HEAD", "ref: refs/heads/main\n");
  put("refs/heads/feature/auth", kCommit + "\n");
  put("packed-refs", kOtherCommit + " refs/heads/packed\n");
  EXPECT_EQ(branch_commit(disk_, project_, "feature/auth"), kCommit);
  EXPECT_EQ(branch_commit(disk_, project_, "packed"), kOtherCommit);
  for (const char* none : {"main", "gone", "", "../HEAD", "feature", "a\nb"}) {
    EXPECT_EQ(branch_commit(disk_, project_, none), "") << none;
  }
}

TEST_F(GitHeadTest, BeforeTheFirstCommitThereIsABranchAndNoCommit) {
  put("HEAD", "ref: refs/heads/main\n");
  EXPECT_EQ(head()->branch, "main");
  EXPECT_EQ(head()->commit, "");
  EXPECT_FALSE(head()->detached);
}

// B4-18, S4-106
TEST_F(GitHeadTest, WithoutABranchTheCommitIsTheName) {
  put("HEAD", kCommit + "\n");
  EXPECT_EQ(head()->branch, "detached@0123456789ab");
  EXPECT_EQ(head()->commit, kCommit);
  EXPECT_TRUE(head()->detached);
}

// B4-18
TEST_F(GitHeadTest, DuringARebaseItIsTheBranchThatIsRebased) {
  put("HEAD", kCommit + "\n");
  for (const char* folder : {"rebase-merge", "rebase-apply"}) {
    SCOPED_TRACE(folder);
    const std::string file = std::string(folder) + "/head-name";
    put(file, "refs/heads/feature/auth\n");
    EXPECT_EQ(head()->branch, "feature/auth");
    EXPECT_EQ(head()->commit, kCommit);
    EXPECT_FALSE(head()->detached);
    for (const char* bad : {"detached HEAD\n", "refs/heads/../../x", "refs/tags/x", ""}) {
      put(file, bad);
      EXPECT_EQ(head()->branch, "detached@0123456789ab") << bad;
    }
  }
}

// B4-17, S4-90
TEST_F(GitHeadTest, AWorktreeHasItsOwnHeadAndSharesTheBranches) {
  project_.git_dir = "/w/p/.git/worktrees/wt";
  put("HEAD", "ref: refs/heads/main\n");
  put("worktrees/wt/HEAD", "ref: refs/heads/topic\n");
  put("refs/heads/topic", kCommit);
  put("worktrees/wt/refs/heads/topic", kOtherCommit);  // Not where git looks for it.
  EXPECT_EQ(head()->branch, "topic");
  EXPECT_EQ(head()->commit, kCommit);
  put("worktrees/wt/HEAD", "ref: refs/worktree/mine\n");
  put("worktrees/wt/refs/worktree/mine", kOtherCommit);
  EXPECT_EQ(head()->branch, "refs/worktree/mine");
  EXPECT_EQ(head()->commit, kOtherCommit);
  put("worktrees/wt/HEAD", kCommit);
  put("worktrees/wt/rebase-merge/head-name", "refs/heads/topic");
  put("rebase-merge/head-name", "refs/heads/main");
  EXPECT_EQ(head()->branch, "topic");
}

TEST_F(GitHeadTest, ALinkInPlaceOfHeadIsABranch) {
  put("refs/heads/master", kCommit);
  disk_.make_link("/w/p/.git/HEAD", "refs/heads/master");
  EXPECT_EQ(head()->branch, "master");
  EXPECT_EQ(head()->commit, kCommit);
}

TEST_F(GitHeadTest, ARefThatPointsToARefIsFollowedButNotForEver) {
  put("HEAD", "ref: refs/heads/a\n");
  put("refs/heads/a", "ref: refs/heads/b\n");
  put("refs/heads/b", kCommit);
  EXPECT_EQ(head()->branch, "a");
  EXPECT_EQ(head()->commit, kCommit);
  put("refs/heads/b", "ref: refs/heads/a\n");
  EXPECT_EQ(head()->commit, "");
}

TEST_F(GitHeadTest, WhatGitWouldNotHaveWrittenIsNothing) {
  for (const std::string& text :
       {std::string(), std::string("\n"), std::string("ref: "), std::string("ref: refs/heads/"),
        std::string("ref: refs/heads/../../../etc/passwd"), std::string("ref: /etc/passwd"),
        std::string("ref: refs/heads/.invalid"), std::string("ref: refs/heads/a\nb"),
        std::string("ref: HEAD"), kCommit.substr(1), kCommit + "0", std::string(5000, 'a'),
        std::string("ref: refs/heads/a\0b", 19), std::string("refs/heads/x")}) {
    put("HEAD", text);
    EXPECT_EQ(head(), std::nullopt) << text;
  }
  ASSERT_TRUE(disk_.remove("/w/p/.git/HEAD").ok());
  EXPECT_EQ(head(), std::nullopt);
  put("HEAD/x", "a folder");
  EXPECT_EQ(head(), std::nullopt);
}

// S4-107
TEST_F(GitHeadTest, OutsideGitThereIsNothing) {
  project_.git_dir = project_.common_dir = "";
  EXPECT_EQ(head(), std::nullopt);
  EXPECT_EQ(anchor("main"), "");
}

TEST_F(GitHeadTest, ANameThatIsNoUtf8IsStillABranch) {
  put("HEAD", "ref: refs/heads/a\xFF\n");
  put("refs/heads/a\xFF", kCommit);
  EXPECT_EQ(head()->branch, "a\xEF\xBF\xBD");
  EXPECT_EQ(head()->commit, kCommit);
}

// B4-15
TEST_F(GitHeadTest, TheAnchorIsTheCreationOfTheBranch) {
  put_log("feature/auth", kNoCommit + " " + kCommit +
                              " A > B <a@b.c> 1702345678 +0100\tbranch: Created from <x> 1 2\n" +
                              kCommit + " " + kOtherCommit +
                              " A <a@b.c> 1702349999 +0100\tcommit: x\n");
  EXPECT_EQ(anchor("feature/auth"), kCommit + "@1702345678");
  put_log("long", std::string(64, '0') + " " + kSha256 + " A <a@b.c> 1 +0000\t" +
                      std::string(5000, 'm') + "\n");
  EXPECT_EQ(anchor("long"), kSha256 + "@1");
  put_log("short", kNoCommit + " " + kCommit + " A <a@b.c> 7 +0000\n");
  EXPECT_EQ(anchor("short"), kCommit + "@7");
}

// B4-15
TEST_F(GitHeadTest, WhereGitNoLongerTellsThereIsNoAnchor) {
  EXPECT_EQ(anchor("missing"), "");
  for (const std::string& line :
       {std::string(), kOtherCommit + " " + kCommit + " A <a@b.c> 1 +0000\tx\n",
        std::string("x y z\n"), kNoCommit + "\n", kNoCommit + " " + kCommit + "\n",
        kNoCommit + " " + kCommit + " A <a@b.c> soon +0000\tx\n",
        kNoCommit + " short A <a@b.c> 1 +0000\tx\n",
        kNoCommit + " " + kCommit + " " + std::string(2000, 'n') + " <a@b.c> 1 +0000\tx\n"}) {
    put_log("b", line);
    EXPECT_EQ(anchor("b"), "") << line;
  }
  disk_.poke("/w/p/.git/logs/refs/heads/folder/x", "");
  EXPECT_EQ(anchor("folder"), "");
}

TEST_F(GitHeadTest, ABranchNameLeadsNowhereElse) {
  const std::string line = kNoCommit + " " + kCommit + " A <a@b.c> 1 +0000\tx\n";
  disk_.poke("/w/p/.git/logs/HEAD", line);
  disk_.poke("/etc/log", line);
  for (const char* branch : {"../../HEAD", "/etc/log", "a/../../../HEAD", "", "./x"}) {
    EXPECT_EQ(anchor(branch), "") << branch;
  }
}

}  // namespace
}  // namespace store
