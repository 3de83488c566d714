#include <gtest/gtest.h>

#include <functional>
#include <utility>

#include "os/fake.h"

namespace os {
namespace {

using base::Code;

std::unique_ptr<File> opened(FakeDisk& disk, const Path& path, const OpenOptions& options) {
  base::Result<std::unique_ptr<File>> file = disk.open(path, options);
  CHECK(file.ok());
  return std::move(file).value();
}

void append(FakeDisk& disk, const Path& path, std::string_view bytes) {
  ASSERT_TRUE(write_all(*opened(disk, path, {.append = true}), bytes).ok());
}

TEST(FakeDiskTest, APowerCutTakesUnsyncedBytes) {
  FakeDisk disk;
  disk.poke("/f", "one");
  const auto file = opened(disk, "/f", {.append = true});
  ASSERT_TRUE(write_all(*file, " two").ok());
  ASSERT_TRUE(file->sync().ok());
  ASSERT_TRUE(write_all(*file, " three").ok());
  EXPECT_EQ(disk.peek("/f"), "one two three");
  disk.crash();
  EXPECT_EQ(disk.peek("/f"), "one two");
}

TEST(FakeDiskTest, APowerCutUndoesAnUnsyncedTruncation) {
  FakeDisk disk;
  disk.poke("/f", "content");
  ASSERT_TRUE(opened(disk, "/f", {.write = true})->truncate(2).ok());
  EXPECT_EQ(disk.peek("/f"), "co");
  disk.crash();
  EXPECT_EQ(disk.peek("/f"), "content");
}

TEST(FakeDiskTest, APowerCutUndoesUnsyncedNames) {
  struct Row {
    const char* name;
    std::function<base::Result<void>(FakeDisk&)> change;
    std::vector<Path> unsynced;
    std::vector<Path> synced;
  };
  const std::vector<Row> rows = {
      {"rename", [](FakeDisk& d) { return d.rename("/d/f", "/d/g"); }, {"/d/f"}, {"/d/g"}},
      {"remove", [](FakeDisk& d) { return d.remove("/d/f"); }, {"/d/f"}, {}},
      {"create",
       [](FakeDisk& d) -> base::Result<void> {
         TRY(d.open("/d/new", {.write = true, .create = true}));
         return {};
       },
       {"/d/f"},
       {"/d/f", "/d/new"}},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.name);
    FakeDisk unsynced;
    unsynced.poke("/d/f", "x");
    ASSERT_TRUE(row.change(unsynced).ok());
    EXPECT_EQ(unsynced.all_files(), row.synced);
    unsynced.crash();
    EXPECT_EQ(unsynced.all_files(), row.unsynced);

    FakeDisk synced;
    synced.poke("/d/f", "x");
    ASSERT_TRUE(row.change(synced).ok());
    ASSERT_TRUE(synced.sync_folder("/d").ok());
    synced.crash();
    EXPECT_EQ(synced.all_files(), row.synced);
  }
}

TEST(FakeDiskTest, ASyncedNameOfAnUnsyncedFileIsAnEmptyFileAfterAPowerCut) {
  FakeDisk disk;
  ASSERT_TRUE(write_all(*opened(disk, "/f", {.write = true, .create = true}), "lost").ok());
  ASSERT_TRUE(disk.sync_folder("/").ok());
  disk.crash();
  EXPECT_EQ(disk.peek("/f"), "");
}

TEST(FakeDiskTest, AnUnsyncedFolderTakesEvenSyncedFilesWithIt) {
  FakeDisk disk;
  ASSERT_TRUE(disk.make_folder("/d", 0700).ok());
  ASSERT_TRUE(disk.create("/d/f", "x").ok());
  disk.crash();
  EXPECT_FALSE(disk.exists("/d"));
}

TEST(FakeDiskTest, AKillKeepsEverythingWritten) {
  FakeDisk disk;
  ASSERT_TRUE(write_all(*opened(disk, "/f", {.write = true, .create = true}), "kept").ok());
  disk.kill();
  EXPECT_EQ(disk.peek("/f"), "kept");
}

TEST(FakeDiskTest, AnOpenFileWorksAfterRenameAndRemove) {
  FakeDisk disk;
  disk.poke("/f", "a");
  const auto file = opened(disk, "/f", {.append = true});
  const std::uint64_t inode = file->info()->inode;
  ASSERT_TRUE(disk.rename("/f", "/g").ok());
  ASSERT_TRUE(write_all(*file, "b").ok());
  EXPECT_EQ(disk.peek("/g"), "ab");
  EXPECT_EQ(disk.info("/g")->inode, inode);
  disk.poke("/f", "another");
  EXPECT_NE(disk.info("/f")->inode, inode);
  ASSERT_TRUE(disk.remove("/g").ok());
  ASSERT_TRUE(write_all(*file, "c").ok());
  EXPECT_EQ(file->read_at(0, 10).value(), "abc");
  EXPECT_EQ(disk.all_files(), std::vector<Path>{"/f"});
}

TEST(FakeDiskTest, WritesGoToTheFilesOwnPositionOrToTheEnd) {
  FakeDisk disk;
  disk.poke("/f", "0123456789");
  const auto writer = opened(disk, "/f", {.write = true});
  ASSERT_TRUE(write_all(*writer, "ab").ok());
  append(disk, "/f", "+");
  ASSERT_TRUE(write_all(*writer, "cd").ok());
  EXPECT_EQ(disk.peek("/f"), "abcd456789+");
  EXPECT_EQ(writer->read_at(9, 10).value(), "9+");
  std::string buffer(3, '.');
  EXPECT_EQ(writer->read_into(9, buffer).value(), 2U);
  EXPECT_EQ(buffer, "9+.");
  EXPECT_EQ(writer->read_at(99, 10).value(), "");
  EXPECT_FALSE(opened(disk, "/f", {})->write("x").ok());
}

TEST(FakeDiskTest, EveryChangeIsSeenInTheTimeOfTheFile) {
  FakeDisk disk;
  disk.poke("/f", "a");
  const std::int64_t before = disk.info("/f")->mtime_ns;
  const std::int64_t folder_before = disk.info("/")->mtime_ns;
  append(disk, "/f", "b");
  EXPECT_GT(disk.info("/f")->mtime_ns, before);
  EXPECT_EQ(disk.info("/")->mtime_ns, folder_before);
  ASSERT_TRUE(disk.rename("/f", "/g").ok());
  EXPECT_GT(disk.info("/")->mtime_ns, folder_before);
}

TEST(FakeDiskTest, ALockExcludesOthersUntilItsFileIsClosedOrItsProcessEnds) {  // BX-4
  FakeDisk disk;
  disk.poke("/f", "");
  auto first = opened(disk, "/f", {});
  const auto second = opened(disk, "/f", {});
  EXPECT_TRUE(first->try_lock().value());
  EXPECT_TRUE(first->try_lock().value());
  EXPECT_FALSE(second->try_lock().value());
  first.reset();
  EXPECT_TRUE(second->try_lock().value());
  disk.kill();
  EXPECT_TRUE(opened(disk, "/f", {})->try_lock().value());
}

TEST(FakeDiskTest, FilesOfADeadProcessAreOfNoUseAndDoNotTakeALockAway) {
  FakeDisk disk;
  disk.poke("/f", "");
  auto dead = opened(disk, "/f", {.write = true});
  ASSERT_TRUE(dead->try_lock().value());
  disk.kill();
  EXPECT_FALSE(dead->write("x").ok());
  const auto holder = opened(disk, "/f", {});
  ASSERT_TRUE(holder->try_lock().value());
  dead.reset();
  EXPECT_FALSE(opened(disk, "/f", {})->try_lock().value());
}

TEST(FakeDiskTest, AnArmedErrorHitsOneCallOnlyAndThatCallDoesNothing) {
  FakeDisk disk;
  disk.poke("/d/f", "x");
  disk.arm({.kind = Fault::Kind::error, .at_call = 1});
  EXPECT_TRUE(disk.info("/d/f").ok());
  const base::Result<void> removed = disk.remove("/d/f");
  ASSERT_FALSE(removed.ok());
  EXPECT_EQ(removed.error().code, Code::io);
  EXPECT_EQ(removed.error().message, "/d/f: No space left on device");
  EXPECT_EQ(disk.peek("/d/f"), "x");
  EXPECT_TRUE(disk.remove("/d/f").ok());
  EXPECT_EQ(disk.calls(), 3U);
}

TEST(FakeDiskTest, EveryPrimitiveCountsAsOneCall) {
  using Call = std::function<void(FakeDisk&, File&)>;
  const std::vector<std::pair<const char*, Call>> rows = {
      {"open", [](FakeDisk& d, File&) { EXPECT_FALSE(d.open("/d/f", {}).ok()); }},
      {"open_temporary",
       [](FakeDisk& d, File&) { EXPECT_FALSE(d.open_temporary("/d", 0600).ok()); }},
      {"info", [](FakeDisk& d, File&) { EXPECT_FALSE(d.info("/d/f").ok()); }},
      {"link_info", [](FakeDisk& d, File&) { EXPECT_FALSE(d.link_info("/d/f").ok()); }},
      {"rename", [](FakeDisk& d, File&) { EXPECT_FALSE(d.rename("/d/f", "/d/g").ok()); }},
      {"remove", [](FakeDisk& d, File&) { EXPECT_FALSE(d.remove("/d/f").ok()); }},
      {"make_folder", [](FakeDisk& d, File&) { EXPECT_FALSE(d.make_folder("/e", 0700).ok()); }},
      {"sync_folder", [](FakeDisk& d, File&) { EXPECT_FALSE(d.sync_folder("/d").ok()); }},
      {"set_mode", [](FakeDisk& d, File&) { EXPECT_FALSE(d.set_mode("/d/f", 0644).ok()); }},
      {"list", [](FakeDisk& d, File&) { EXPECT_FALSE(d.list("/d").ok()); }},
      {"real_path", [](FakeDisk& d, File&) { EXPECT_FALSE(d.real_path("/d/f").ok()); }},
      {"read_at", [](FakeDisk&, File& f) { EXPECT_FALSE(f.read_at(0, 1).ok()); }},
      {"write", [](FakeDisk&, File& f) { EXPECT_FALSE(f.write("y").ok()); }},
      {"sync", [](FakeDisk&, File& f) { EXPECT_FALSE(f.sync().ok()); }},
      {"truncate", [](FakeDisk&, File& f) { EXPECT_FALSE(f.truncate(0).ok()); }},
      {"File::info", [](FakeDisk&, File& f) { EXPECT_FALSE(f.info().ok()); }},
      {"try_lock", [](FakeDisk&, File& f) { EXPECT_FALSE(f.try_lock().ok()); }},
  };
  for (const auto& [name, call] : rows) {
    SCOPED_TRACE(name);
    FakeDisk disk;
    disk.poke("/d/f", "x");
    const auto file = opened(disk, "/d/f", {.write = true});
    disk.arm({.kind = Fault::Kind::error, .at_call = 0});
    call(disk, *file);
    EXPECT_EQ(disk.calls(), 1U);
    EXPECT_EQ(disk.all_files(), std::vector<Path>{"/d/f"});
    EXPECT_EQ(disk.peek("/d/f"), "x");
  }
}

TEST(FakeDiskTest, AfterACrashNothingWorksUntilTheMachineIsStartedAgain) {
  FakeDisk disk;
  disk.poke("/f", "x");
  disk.arm({.kind = Fault::Kind::crash, .at_call = 0});
  const base::Result<void> removed = disk.remove("/f");
  ASSERT_FALSE(removed.ok());
  EXPECT_EQ(removed.error().message, "/f: crashed");
  disk.disarm();
  EXPECT_FALSE(disk.info("/f").ok());
  EXPECT_EQ(disk.peek("/f"), "x");
  disk.crash();
  EXPECT_TRUE(disk.info("/f").ok());
}

TEST(FakeDiskTest, AShortWriteTakesTheFirstHalfAndThenTheDiskIsFull) {
  FakeDisk disk;
  disk.poke("/f", "");
  const auto file = opened(disk, "/f", {.append = true});
  disk.arm({.kind = Fault::Kind::short_write, .at_call = 0});
  EXPECT_EQ(file->write("12345").value(), 2U);
  EXPECT_FALSE(file->write("345").ok());
  EXPECT_TRUE(file->sync().ok());
  EXPECT_EQ(disk.peek("/f"), "12");
  disk.disarm();
  EXPECT_EQ(file->write("345").value(), 3U);
  EXPECT_EQ(disk.peek("/f"), "12345");
}

TEST(FakeDiskTest, PokedFilesAndTheirFoldersAreDurable) {
  FakeDisk disk;
  disk.poke("/a/b/c", "x");
  disk.make_link("/a/l/m", "../b");
  disk.crash();
  EXPECT_EQ(disk.peek("/a/l/m/c"), "x");
  EXPECT_EQ(disk.peek("/a/b"), std::nullopt);
  EXPECT_EQ(disk.peek("/nowhere"), std::nullopt);
  EXPECT_EQ(disk.list("/a").value(), (std::vector<std::string>{"b", "l"}));
}

}  // namespace
}  // namespace os
