#include "cli/testing_project.h"

namespace cli {
namespace {

class MemoryTest : public ProjectTest {
 protected:
  MemoryTest() { EXPECT_EQ(run({"init", "--yes"}).exit, 0); }
};

// S1-2, S1-41
TEST_F(MemoryTest, AMemoryIsWrittenReadListedEditedAndDeleted) {
  EXPECT_EQ(run({"memory", "list"}).output, "There are no memories.\n");
  const Outcome written = run({"memory", "write", "style", "--input", "-"}, "Use tabs.\nTabs!\n");
  ASSERT_EQ(written.exit, 0) << written.errors;
  EXPECT_EQ(written.output, "Memory style is written.\n");
  EXPECT_EQ(disk().peek("/home/dev/project/.serena/memories/style.md"), "Use tabs.\nTabs!\n");
  EXPECT_EQ(run({"memory", "read", "style"}).output, "Use tabs.\nTabs!\n");
  EXPECT_EQ(run({"memory", "list", "--json"}).output,
            "{\"backend\":\"files\",\"memories\":[\"style\"]}\n");
  ASSERT_EQ(run({"memory", "edit", "style", "--find", "tabs", "--replace", "spaces"}).exit, 0);
  EXPECT_EQ(run({"memory", "read", "style", "--json"}).output,
            "{\"name\":\"style\",\"content\":\"Use spaces.\\nTabs!\\n\"}\n");
  ASSERT_EQ(run({"memory", "delete", "style"}).exit, 0);
  EXPECT_EQ(run({"memory", "list"}).output, "There are no memories.\n");
}

TEST_F(MemoryTest, WhatCannotBeDoneIsSaidWithTheWayOut) {
  const Outcome none = run({"memory", "read", "nothing"});
  EXPECT_EQ(none.exit, 1);
  EXPECT_NE(none.errors.find("hint: `holdfast memory list`"), std::string::npos);
  EXPECT_EQ(run({"memory", "delete", "nothing"}).exit, 1);
  EXPECT_EQ(run({"memory", "write", "x"}).exit, 64);
  EXPECT_EQ(run({"memory", "write", "../../x", "--input", "y"}).exit, 64);
  ASSERT_EQ(run({"memory", "write", "x", "--input", "a a"}).exit, 0);
  EXPECT_EQ(run({"memory", "edit", "x", "--find", "a", "--replace", "b"}).exit, 64);
  EXPECT_EQ(run({"memory", "edit", "x", "--find", "a"}).exit, 64);
  EXPECT_EQ(run({"memory", "edit", "x", "--find", "a", "--replace", "b", "--all"}).exit, 0);
  EXPECT_EQ(run({"memory", "read", "x"}).output, "b b");
}

}  // namespace
}  // namespace cli
