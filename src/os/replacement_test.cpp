#include "os/replacement.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace os {
namespace {

const Path kReplaced = "/d/file";

TEST(ReplacementTest, NothingIsSeenBeforeItIsPutInPlace) {
  FakeDisk disk;
  disk.poke(kReplaced, "old");
  auto prepared = Replacement::prepare(disk, kReplaced, "new");
  ASSERT_TRUE(prepared.ok());
  ASSERT_TRUE(prepared->sync().ok());
  EXPECT_EQ(disk.peek(kReplaced), "old");
  ASSERT_TRUE(prepared->put_in_place().ok());
  EXPECT_EQ(disk.peek(kReplaced), "new");
}

TEST(ReplacementTest, OneThatIsGivenUpLeavesNothingBehind) {  // BX-4
  FakeDisk disk;
  disk.poke(kReplaced, "old");
  {
    auto prepared = Replacement::prepare(disk, kReplaced, "new");
    ASSERT_TRUE(prepared.ok());
    const Replacement moved = *std::move(prepared);
    EXPECT_EQ(disk.all_files().size(), 2U);
  }
  EXPECT_EQ(disk.all_files(), std::vector<Path>{kReplaced});
  EXPECT_EQ(disk.peek(kReplaced), "old");
}

TEST(ReplacementTest, AFullDiskLeavesTheOldFileAndNoTemporaryOne) {
  FakeDisk disk;
  disk.poke(kReplaced, "old");
  disk.arm({.kind = Fault::Kind::short_write, .at_call = 1});
  const auto prepared = Replacement::prepare(disk, kReplaced, "something new");
  ASSERT_FALSE(prepared.ok());
  EXPECT_NE(prepared.error().message.find(kReplaced.native()), std::string::npos);
  EXPECT_EQ(disk.all_files(), std::vector<Path>{kReplaced});
}

TEST(ReplacementTest, SyncedBytesOutliveAPowerCutAndTheirNewNameNeedsTheFolder) {
  FakeDisk disk;
  disk.poke(kReplaced, "old");
  auto prepared = Replacement::prepare(disk, kReplaced, "new");
  ASSERT_TRUE(prepared.ok() && prepared->sync().ok() && prepared->put_in_place().ok());
  ASSERT_TRUE(disk.sync_folder("/d").ok());
  disk.crash();
  EXPECT_EQ(disk.peek(kReplaced), "new");
}

TEST(ReplacementTest, ALazyOneLeavesTheOldFileOrTheNewOneWhereverItIsKilled) {
  for (std::size_t call = 0;; ++call) {
    SCOPED_TRACE(call);
    FakeDisk disk;
    disk.poke(kReplaced, "old");
    disk.arm({.kind = Fault::Kind::crash, .at_call = call});
    const bool is_done = disk.replace(kReplaced, "new", {.sync = false, .lazy = true}).ok();
    const std::size_t calls = disk.calls();
    disk.kill();
    const auto found = disk.peek(kReplaced);
    EXPECT_TRUE(found == "new" || (!is_done && found == "old"));
    if (calls > call) continue;
    EXPECT_EQ(disk.all_files(), std::vector<Path>{kReplaced})
        << "The old content is not left behind.";
    break;
  }
}

TEST(ReplacementTest, ALazyOneMakesAFileAndLeavesAFolderAlone) {
  FakeDisk disk;
  ASSERT_TRUE(disk.make_folders("/d/folder").ok());
  ASSERT_TRUE(disk.replace(kReplaced, "new", {.sync = false, .lazy = true}).ok());
  EXPECT_EQ(disk.peek(kReplaced), "new");
  EXPECT_FALSE(disk.replace("/d/folder", "new", {.sync = false, .lazy = true}).ok());
  EXPECT_EQ(disk.info("/d/folder")->kind, FileKind::folder);
  EXPECT_EQ(disk.all_files(), std::vector<Path>{kReplaced});
}

}  // namespace
}  // namespace os
