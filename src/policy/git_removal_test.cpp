#include "policy/git_removal.h"

#include <gtest/gtest.h>

namespace policy {
namespace {

const std::vector<TreeEntry> kEntries{{".claude/settings.local.json", false},
                                      {".holdfast", false},
                                      {".claude/requirements.yaml", true}};

std::string narrower_of(const std::string& verb, const std::vector<std::string>& arguments,
                        const std::string& folder = "") {
  const auto removal =
      git_removal({.folder = "/repo", .verb = verb, .arguments = arguments}, folder, kEntries);
  return removal ? removal->narrower : "";
}

// G3: a line each: the command, and what is offered instead; empty where it passes.
TEST(GitRemovalTest, CleanGoesWithTheEntriesExcluded) {
  EXPECT_EQ(narrower_of("clean", {"-fdx"}),
            "git clean -e .claude/settings.local.json -e .holdfast -fdx");
  EXPECT_EQ(narrower_of("clean", {"-fdx", "-e", ".holdfast"}),
            "git clean -e .claude/settings.local.json -fdx -e .holdfast");
  EXPECT_EQ(narrower_of("clean", {"-fdx", "-e", ".holdfast", "--exclude=.claude"}), "");
  EXPECT_EQ(narrower_of("clean", {"-fdx", "-e/.holdfast/", "-e", "settings.local.json"}), "");
  EXPECT_EQ(narrower_of("clean", {"-fdx", "-e", ".hold*", "-e", "*.json"}), "");
  EXPECT_EQ(narrower_of("clean", {"-fdx", "-e", "claude/settings.local.json"}),
            "git clean -e .claude/settings.local.json -e .holdfast -fdx -e "
            "claude/settings.local.json");
  EXPECT_EQ(narrower_of("clean", {"-fdX"}),
            "git clean -e '!.claude/settings.local.json' -e '!.holdfast' -fdX");
  EXPECT_EQ(narrower_of("clean", {"-fdX", "-e", "!.claude", "-e", "!.holdfast"}), "");
  // Such a line makes it go.
  EXPECT_NE(narrower_of("clean", {"-fdX", "-e", ".claude", "-e", ".holdfast"}), "");
  EXPECT_EQ(narrower_of("clean", {"-fd"}), "");
  EXPECT_EQ(narrower_of("clean", {"-fdxn"}), "");
  EXPECT_EQ(narrower_of("clean", {"-fdx", "--dry-run"}), "");
  EXPECT_EQ(narrower_of("clean", {"-fdx", "--", "build"}), "");
  EXPECT_EQ(narrower_of("clean", {"-fdx", ".claude"}),
            "git clean -e .claude/settings.local.json -fdx .claude");
  EXPECT_EQ(narrower_of("clean", {"-fdx"}, "src"), "");
  EXPECT_NE(narrower_of("clean", {"-fdx", ".."}, "src"), "");
  EXPECT_NE(narrower_of("clean", {"-fdx", ":/"}, "src"), "");
  EXPECT_EQ(narrower_of("clean", {"-fdx", "."}, "src"), "");
}

// G3
TEST(GitRemovalTest, AStashOfEverythingBecomesOneOfWhatIsNotIgnored) {
  EXPECT_EQ(narrower_of("stash", {"-a"}), "git stash -u");
  EXPECT_EQ(narrower_of("stash", {"--all"}), "git stash --include-untracked");
  EXPECT_EQ(narrower_of("stash", {"push", "-qa", "-m", "all of it"}),
            "git stash push -qu -m 'all of it'");
  EXPECT_EQ(narrower_of("stash", {"save", "-a", "wip"}), "git stash save -u wip");
  EXPECT_EQ(narrower_of("stash", {"push", "-a", "--", "src"}), "");
  EXPECT_NE(narrower_of("stash", {"push", "-a", "--", ".claude"}), "");
  // It takes the whole work tree, wherever it is started.
  EXPECT_EQ(narrower_of("stash", {"-a"}, "src"), "git stash -u");
  for (const char* verb : {"pop", "list", "apply", "drop", "show"}) {
    EXPECT_EQ(narrower_of("stash", {verb, "-a"}), "");
  }
  EXPECT_EQ(narrower_of("stash", {}), "");
  EXPECT_EQ(narrower_of("stash", {"-u"}), "");
  EXPECT_EQ(narrower_of("stash", {"push", "-m", "-a"}), "");
}

// G3
TEST(GitRemovalTest, RmTakesWhatIsTracked) {
  EXPECT_EQ(narrower_of("rm", {"-r", "."}),
            "git rm -r . ':(top,exclude).claude/requirements.yaml'");
  EXPECT_EQ(narrower_of("rm", {"-r", ".", ":(top,exclude).claude/requirements.yaml"}), "");
  EXPECT_EQ(narrower_of("rm", {"-r", ".", ":!.claude"}), "");
  EXPECT_NE(narrower_of("rm", {".claude/requirements.yaml"}), "");
  EXPECT_NE(narrower_of("rm", {".claude/*"}), "");
  EXPECT_EQ(narrower_of("rm", {"-r", ".holdfast"}),
            "");  // Not tracked; the path is guarded itself.
  EXPECT_EQ(narrower_of("rm", {"-r", "docs"}), "");
  EXPECT_EQ(narrower_of("rm", {"-r", "--cached", "."}), "");
  EXPECT_EQ(narrower_of("rm", {"-rn", "."}), "");
  EXPECT_EQ(narrower_of("rm", {"-r", "."}, "src"), "");
  EXPECT_EQ(narrower_of("commit", {"-a"}), "");
}

TEST(GitRemovalTest, WhatIsNotThereIsNotLookedFor) {
  const auto may = [](const std::string& verb, const std::vector<std::string>& arguments) {
    return may_remove_files_of_ours({.folder = "/repo", .verb = verb, .arguments = arguments});
  };
  EXPECT_TRUE(may("clean", {"-fdx"}));
  EXPECT_TRUE(may("stash", {"push", "--all"}));
  EXPECT_TRUE(may("rm", {"-r", "x"}));
  EXPECT_FALSE(may("clean", {"-fd"}));
  EXPECT_FALSE(may("stash", {}));
  EXPECT_FALSE(may("status", {}));
}

}  // namespace
}  // namespace policy
