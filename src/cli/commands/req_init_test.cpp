#include <nlohmann/json.hpp>

#include "cli/testing_project.h"

namespace cli {
namespace {

using ReqInitTest = ProjectTest;

TEST_F(ReqInitTest, APreviewPrintsTheFileAndWritesNothing) {
  const std::vector<os::Path> files = disk().all_files();
  const Outcome preview = run({"req", "init", "--preview", "-p", "strict"});
  EXPECT_EQ(preview.exit, 0);
  EXPECT_EQ(disk().all_files(), files);
  ASSERT_EQ(run({"req", "init", "-y", "--preset", "strict"}).exit, 0);
  EXPECT_EQ(disk().peek(kRequirementsFile), preview.output);
}

TEST_F(ReqInitTest, APersonIsAskedUnlessYesIsGiven) {
  EXPECT_EQ(run({"req", "init"}).exit, 64);
  fake_.environment.set_terminal(true);
  EXPECT_EQ(run({"req", "init"}, "n\n").exit, 1);
  EXPECT_FALSE(disk().peek(kRequirementsFile));
  EXPECT_EQ(run({"req", "init"}, "y\n").exit, 0);
  EXPECT_TRUE(disk().peek(kRequirementsFile));
  EXPECT_EQ(run({"req", "init", "-y"}).exit, 1);
  EXPECT_EQ(run({"req", "init", "-y", "--force"}).exit, 0);
}

TEST_F(ReqInitTest, TheLocalFileIsNamedInGitsExcludeList) {
  const Outcome outcome = run({"req", "init", "-y", "--local", "-p", "minimal", "--json"});
  ASSERT_EQ(outcome.exit, 0) << outcome.errors;
  EXPECT_TRUE(disk().peek("/home/dev/project/.claude/requirements.local.yaml"));
  EXPECT_NE(
      disk().peek("/home/dev/project/.git/info/exclude")->find("/.claude/requirements.local.yaml"),
      std::string::npos);
  EXPECT_FALSE(disk().peek(kRequirementsFile));
}

TEST_F(ReqInitTest, WhatIsNoPresetOrBothFilesIsWrongUse) {
  EXPECT_EQ(run({"req", "init", "-y", "-p", "lax"}).exit, 64);
  EXPECT_EQ(run({"req", "init", "-y", "--project", "--local"}).exit, 64);
  EXPECT_FALSE(disk().peek(kRequirementsFile));
}

}  // namespace
}  // namespace cli
