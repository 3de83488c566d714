#include "mcp/served_folder.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace mcp {
namespace {

// B1-29, S1-71
TEST(ServedFolderTest, TheStrongerNameWinsAndAMismatchIsWarned) {
  os::FakeSystem fake;
  fake.files.poke("/home/dev/project/src/a", "");
  fake.files.poke("/home/dev/other/a", "");
  fake.environment.set_folder("/home/dev/project/src");
  EXPECT_EQ(served_folder(fake.system(), {}).path, "/home/dev/project/src");
  fake.environment.set("CLAUDE_PROJECT_DIR", "/home/dev/project");
  EXPECT_EQ(served_folder(fake.system(), {}).path, "/home/dev/project");
  EXPECT_EQ(served_folder(fake.system(), {}).warning, "");
  fake.environment.set("SERENA_PROJECT", "/home/dev/other");
  const ServedFolder served = served_folder(fake.system(), {});
  EXPECT_EQ(served.path, "/home/dev/other");
  EXPECT_EQ(served.warning,
            "SERENA_PROJECT (/home/dev/other) is served, not CLAUDE_PROJECT_DIR "
            "(/home/dev/project)");
  const ServedFolder given = served_folder(fake.system(), "/home/dev/project");
  EXPECT_EQ(given.path, "/home/dev/project");
  EXPECT_EQ(given.warning, "");
}

TEST(ServedFolderTest, AFolderWhoseNameBeginsLikeAnotherIsNotInside) {
  os::FakeSystem fake;
  fake.environment.set("SERENA_PROJECT", "/home/dev/proj");
  fake.environment.set_folder("/home/dev/project");
  EXPECT_NE(served_folder(fake.system(), {}).warning, "");
}

}  // namespace
}  // namespace mcp
