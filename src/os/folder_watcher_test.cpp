#include "os/folder_watcher.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include "os/fake.h"
#include "os/folder_look.h"
#include "os/real.h"
#include "os/test_support.h"

namespace os {
namespace {

// Long enough for a machine that is busy with other things; a test that passes does not wait.
constexpr base::Millis kPatience{30'000};

class FolderWatcherTest : public ::testing::Test {
 protected:
  FolderWatcherTest() : watcher(std::move(*open_folder_watcher())) {}

  // Waits until this is told; what came before it goes to `others`.
  bool comes(const FolderChange& wanted) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
      for (const FolderChange& change : watcher->wait(kPatience).list) {
        if (change == wanted) return true;
        others.push_back(change);
      }
    }
    return false;
  }
  void append(const Path& path, std::string_view bytes) {
    const auto file = real.system().files.open(path, {.append = true, .create = true});
    ASSERT_TRUE(file.ok());
    ASSERT_TRUE((*file)->write(bytes).ok());
  }

  RealSystem real;
  TemporaryFolder folder;
  std::unique_ptr<FolderWatcher> watcher;
  std::vector<FolderChange> others;
};

TEST_F(FolderWatcherTest, EveryChangeOfAFileIsTold) {
  std::filesystem::create_directory(folder / "a");
  ASSERT_TRUE(watcher->add(folder / "a").ok());
  ASSERT_TRUE(watcher->add(folder / "a").ok());
  append(folder / "a/new", "x");
  EXPECT_TRUE(comes({folder / "a", "new"}));
  append(folder / "a/new", "more");
  EXPECT_TRUE(comes({folder / "a", "new"}));
  std::filesystem::rename(folder / "a/new", folder / "a/other");
  EXPECT_TRUE(comes({folder / "a", "other"}));
  std::filesystem::remove(folder / "a/other");
  EXPECT_TRUE(comes({folder / "a", "other"}));
}

TEST_F(FolderWatcherTest, AFolderThatGoesIsToldAndCanBeAddedAgain) {
  std::filesystem::create_directory(folder / "a");
  ASSERT_TRUE(watcher->add(folder / "a").ok());
  std::filesystem::remove(folder / "a");
  EXPECT_TRUE(comes({folder / "a", ""}));
  EXPECT_EQ(watcher->add(folder / "a").error().code, base::Code::not_found);
  std::filesystem::create_directory(folder / "a");
  ASSERT_TRUE(watcher->add(folder / "a").ok());
  std::filesystem::rename(folder / "a", folder / "b");
  EXPECT_TRUE(comes({folder / "a", ""}));
  append(folder / "b/file", "x");
  EXPECT_TRUE(watcher->wait(base::Millis{20}).list.empty());
}

TEST_F(FolderWatcherTest, WhatWasRemovedIsToldNoMore) {
  std::filesystem::create_directory(folder / "a");
  std::filesystem::create_directory_symlink(folder / "a", folder / "link");
  ASSERT_TRUE(watcher->add(folder / "a").ok());
  ASSERT_TRUE(watcher->add(folder / "link").ok());
  watcher->remove(folder / "a");
  append(folder / "a/file", "x");
  EXPECT_TRUE(comes({folder / "link", "file"}));
  EXPECT_TRUE(others.empty());
  watcher->remove(folder / "link");
  append(folder / "a/file", "x");
  EXPECT_TRUE(watcher->wait(base::Millis{20}).list.empty());
}

TEST_F(FolderWatcherTest, MoreThanTheSystemKeepsIsToldAsAnOverflow) {
  std::filesystem::create_directory(folder / "a");
  std::filesystem::create_directory(folder / "b");
  ASSERT_TRUE(watcher->add(folder / "a").ok());
  const auto limit = real.system().files.read("/proc/sys/fs/inotify/max_queued_events");
  if (!limit.ok() || std::stoul(*limit) > 100'000) GTEST_SKIP() << "the system keeps too many";
  // Two names in turns, since the same change twice is kept once.
  append(folder / "a/one", "x");
  append(folder / "a/two", "x");
  const auto one = real.system().files.open(folder / "a/one", {.append = true});
  const auto two = real.system().files.open(folder / "a/two", {.append = true});
  for (unsigned long i = 0; i <= std::stoul(*limit) / 2; ++i) {
    ASSERT_TRUE((*one)->write("x").ok() && (*two)->write("x").ok());
  }
  bool overflowed = false;
  for (int i = 0; i < 2000 && !overflowed; ++i) {
    overflowed = watcher->wait(base::Millis{1000}).overflowed;
  }
  EXPECT_TRUE(overflowed);
}

TEST_F(FolderWatcherTest, AnotherThreadEndsAWait) {
  std::atomic<bool> is_done = false;
  std::thread waiting([&] {
    watcher->wait(base::Millis{600'000});
    is_done = true;
  });
  watcher->wake();
  waiting.join();
  EXPECT_TRUE(is_done);
  // A wake that nobody waited for is not lost.
  watcher->wake();
  EXPECT_TRUE(watcher->wait(base::Millis{600'000}).list.empty());
}

class FolderLookTest : public ::testing::Test {
 protected:
  FolderLookTest() { disk.poke("/a/old", "1"); }

  FakeDisk disk;
  FolderLook looking{disk};
};

TEST_F(FolderLookTest, WhatChangesIsToldOnce) {
  ASSERT_TRUE(looking.add("/a").ok());
  EXPECT_TRUE(looking.look().empty());
  disk.poke("/a/old", "12");
  disk.poke("/a/new", "1");
  const auto changes = looking.look();
  EXPECT_EQ(changes.size(), 2U);
  EXPECT_TRUE(std::find(changes.begin(), changes.end(), FolderChange{"/a", "old"}) !=
              changes.end());
  EXPECT_TRUE(std::find(changes.begin(), changes.end(), FolderChange{"/a", "new"}) !=
              changes.end());
  EXPECT_TRUE(looking.look().empty());
  ASSERT_TRUE(disk.remove("/a/new").ok());
  EXPECT_EQ(looking.look(), (std::vector<FolderChange>{{"/a", "new"}}));
}

TEST_F(FolderLookTest, AFileThatWasQuietForLongIsSeenLater) {
  ASSERT_TRUE(looking.add("/a").ok());
  for (int i = 0; i < 4 * FolderLook::kQuietLooks; ++i) EXPECT_TRUE(looking.look().empty());
  disk.reset_calls();
  EXPECT_TRUE(looking.look().empty());
  EXPECT_EQ(disk.calls(), 1U);  // The folder alone.
  disk.poke("/a/old", "12");
  std::vector<FolderChange> changes;
  for (int i = 0; i < FolderLook::kSlowLooks && changes.empty(); ++i) changes = looking.look();
  EXPECT_EQ(changes, (std::vector<FolderChange>{{"/a", "old"}}));
}

TEST_F(FolderLookTest, AFolderThatIsNotThere) {
  EXPECT_EQ(looking.add("/b").error().code, base::Code::not_found);
  EXPECT_EQ(looking.add("/a/old").error().code, base::Code::not_found);
  EXPECT_TRUE(looking.is_empty());
  ASSERT_TRUE(looking.add("/a").ok());
  ASSERT_TRUE(disk.remove("/a/old").ok());
  ASSERT_TRUE(disk.remove("/a").ok());
  EXPECT_EQ(looking.look(), (std::vector<FolderChange>{{"/a", ""}}));
  EXPECT_TRUE(looking.is_empty());
}

}  // namespace
}  // namespace os
