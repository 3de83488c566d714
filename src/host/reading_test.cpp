#include "host/reading.h"

#include <gtest/gtest.h>

namespace host {
namespace {

model::ToolCall patched(std::string_view patch) {
  model::ToolCall call;
  take_patch(patch, call);
  return call;
}

TEST(PatchTest, EveryFileOfAPatchIsATarget) {
  const auto call = patched(
      "*** Begin Patch\n*** Update File: src/a.cpp\n*** Move to: src/b.cpp\n@@\n-x\n+y\n"
      "*** Delete File: c.txt\n*** Add File: d.txt\n+*** Add File: no.txt\n*** End Patch\n");
  EXPECT_EQ(call.tool, "Edit");
  EXPECT_EQ(call.targets, (std::vector<std::string>{"src/a.cpp", "src/b.cpp", "c.txt", "d.txt"}));
}

// OpenCode reads "*** Delete File:b" as it reads "*** Delete File: b".
TEST(PatchTest, ANameNeedsNoBlankBeforeItAndIsTakenOnce) {
  const auto call = patched("*** Update File:a\n*** Delete File:b\n*** Move to:c\n*** Add File: a");
  EXPECT_EQ(call.targets, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(PatchTest, OneThatOnlyAddsFilesWrites) {
  EXPECT_EQ(patched("*** Begin Patch\n*** Add File: a\n+x\n*** End Patch").tool, "Write");
}

TEST(PatchTest, OneThatNobodyCanReadIsStillAnEdit) {
  EXPECT_EQ(patched("").tool, "Edit");
  EXPECT_EQ(patched("--- a\n+++ b\n").tool, "Edit");
}

TEST(PatchTest, BlanksAndLineEndsAreNotPartOfAName) {
  const auto call = patched("*** Begin Patch\r\n  *** Update File:  a b.txt \r\n*** End Patch");
  EXPECT_EQ(call.targets, std::vector<std::string>{"a b.txt"});
}

}  // namespace
}  // namespace host
