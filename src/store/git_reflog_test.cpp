#include "store/git_reflog.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace store {
namespace {

constexpr const char* kReflog = "/repo/.git/logs/HEAD";

std::string sha(char digit) { return std::string(40, digit); }

std::string line(char before, char after, const std::string& message) {
  return sha(before) + " " + sha(after) + " Some One <some@example.com> 1771027200 +0100\t" +
         message + "\n";
}

class GitReflogTest : public ::testing::Test {
 protected:
  GitReflogTest() {
    project_.root = "/repo";
    project_.git_dir = "/repo/.git";
  }

  std::vector<std::string> made(const std::string& before, const std::string& after,
                                std::size_t limit = 100) {
    std::vector<std::string> subjects;
    for (const MadeCommit& one : made_commits(disk_, project_, before, after, limit)) {
      subjects.push_back(one.sha.substr(0, 1) + " " + one.subject);
    }
    return subjects;
  }
  using Subjects = std::vector<std::string>;

  os::FakeDisk disk_;
  Project project_;
};

TEST_F(GitReflogTest, EveryWayToMakeACommitIsSeenAndWhatOnlyMovesHeadIsNot) {
  disk_.poke(kReflog,
             line('0', '1', "commit (initial): first") + line('1', '2', "commit: second") +
                 line('2', '3', "commit (amend): second, better") +
                 line('3', '4', "merge topic: Merge made by the 'ort' strategy.") +
                 line('4', '5', "cherry-pick: picked: with a colon") +
                 line('5', '6', "revert: Revert \"picked\"") + line('6', '7', "am: by mail") +
                 line('7', '8', "merge other: Fast-forward") +
                 line('8', '9', "pull: Fast-forward") + line('9', 'a', "rebase (pick): picked") +
                 line('a', 'b', "checkout: moving from main to topic") +
                 line('b', 'c', "commit: last"));
  EXPECT_EQ(made("", sha('c')),
            (Subjects{"1 first", "2 second", "3 second, better", "4 Merge topic",
                      "5 picked: with a colon", "6 Revert \"picked\"", "7 by mail", "c last"}));
  EXPECT_EQ(made(sha('b'), sha('c')), Subjects{"c last"});
  EXPECT_EQ(made(sha('7'), sha('b')), Subjects{});
  EXPECT_EQ(made(sha('c'), sha('c')), Subjects{});
  EXPECT_EQ(made("", sha('c'), 2), (Subjects{"7 by mail", "c last"}));
}

TEST_F(GitReflogTest, WhatSomebodyElseDidSinceIsPassedOver) {
  disk_.poke(kReflog, line('1', '2', "commit: ours") + line('2', '3', "commit: theirs"));
  EXPECT_EQ(made(sha('1'), sha('2')), Subjects{"2 ours"});
}

TEST_F(GitReflogTest, TimesAreGitsOwn) {
  disk_.poke(kReflog, line('1', '2', "commit: x"));
  EXPECT_EQ(made_commits(disk_, project_, sha('1'), sha('2'), 9).at(0).at_s, 1771027200);
}

TEST_F(GitReflogTest, AHostileLogIsNoTrouble) {
  EXPECT_EQ(made(sha('1'), sha('2')), Subjects{});
  for (const std::string text : {"", "\n\n", "x", "x y z\t", "\t\t\t", "commit: x\n"}) {
    disk_.poke(kReflog, text);
    EXPECT_EQ(made(sha('1'), sha('2')), Subjects{});
  }
  disk_.poke(kReflog,
             sha('1') + " " + sha('2') + "\tcommit: nobody\n" + sha('2') + " x y\tcommit: no");
  EXPECT_EQ(made(sha('1'), sha('2')), Subjects{});
  disk_.poke(kReflog, sha('1') + " " + sha('2') +
                          " a <b> 99999999999999999999 +0\tcommit: in the far future\n");
  EXPECT_EQ(made_commits(disk_, project_, sha('1'), sha('2'), 9).at(0).at_s, 0);
  // Only the end of a long log is read.
  std::string much;
  for (int i = 0; i < 20000; ++i) much += "nothing of worth on this line\n";
  disk_.poke(kReflog, much + line('1', '2', "commit: at the end"));
  EXPECT_EQ(made(sha('1'), sha('2')), Subjects{"2 at the end"});
  ASSERT_TRUE(disk_.remove(kReflog).ok());
  disk_.make_link(kReflog, "/dev/zero");
  EXPECT_EQ(made(sha('1'), sha('2')), Subjects{});
}

TEST_F(GitReflogTest, TheLastMessageIsTheFallback) {
  EXPECT_EQ(last_message_subject(disk_, project_), "");
  disk_.poke("/repo/.git/COMMIT_EDITMSG", "\n# a comment\n  Fix it  \n\nbody\n");
  EXPECT_EQ(last_message_subject(disk_, project_), "Fix it");
}

}  // namespace
}  // namespace store
