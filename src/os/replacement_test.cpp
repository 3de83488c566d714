#include "os/replacement.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace os {
namespace {

const Path kFile = "/d/file";

TEST(ReplacementTest, NothingIsSeenBeforeItIsPutInPlace) {
  FakeDisk disk;
  disk.poke(kFile, "old");
  auto prepared = Replacement::prepare(disk, kFile, "new");
  ASSERT_TRUE(prepared.ok());
  ASSERT_TRUE(prepared->sync().ok());
  EXPECT_EQ(disk.peek(kFile), "old");
  ASSERT_TRUE(prepared->put_in_place().ok());
  EXPECT_EQ(disk.peek(kFile), "new");
}

TEST(ReplacementTest, OneThatIsGivenUpLeavesNothingBehind) {  // BX-4
  FakeDisk disk;
  disk.poke(kFile, "old");
  {
    auto prepared = Replacement::prepare(disk, kFile, "new");
    ASSERT_TRUE(prepared.ok());
    const Replacement moved = *std::move(prepared);
    EXPECT_EQ(disk.all_files().size(), 2U);
  }
  EXPECT_EQ(disk.all_files(), std::vector<Path>{kFile});
  EXPECT_EQ(disk.peek(kFile), "old");
}

TEST(ReplacementTest, AFullDiskLeavesTheOldFileAndNoTemporaryOne) {
  FakeDisk disk;
  disk.poke(kFile, "old");
  disk.arm({.kind = Fault::Kind::short_write, .at_call = 1});
  const auto prepared = Replacement::prepare(disk, kFile, "something new");
  ASSERT_FALSE(prepared.ok());
  EXPECT_NE(prepared.error().message.find(kFile.native()), std::string::npos);
  EXPECT_EQ(disk.all_files(), std::vector<Path>{kFile});
}

TEST(ReplacementTest, SyncedBytesOutliveAPowerCutAndTheirNewNameNeedsTheFolder) {
  FakeDisk disk;
  disk.poke(kFile, "old");
  auto prepared = Replacement::prepare(disk, kFile, "new");
  ASSERT_TRUE(prepared.ok() && prepared->sync().ok() && prepared->put_in_place().ok());
  ASSERT_TRUE(disk.sync_folder("/d").ok());
  disk.crash();
  EXPECT_EQ(disk.peek(kFile), "new");
}

}  // namespace
}  // namespace os
