#include "os/files.h"

#include <gtest/gtest.h>

#include <functional>

#include "os/fake.h"

namespace os {
namespace {

using base::Code;

const Path kFile = "/d/f";
constexpr std::string_view kOld = "old";
constexpr std::string_view kNew = "the new content";

bool is_old_or_new(const FakeDisk& disk) {
  const std::optional<std::string> content = disk.peek(kFile);
  return content == kOld || content == kNew;
}

std::size_t calls_of(const std::function<void(FakeDisk&)>& work) {
  FakeDisk disk;
  disk.poke(kFile, kOld);
  disk.reset_calls();
  work(disk);
  return disk.calls();
}

std::size_t calls_of_replace() {
  return calls_of([](FakeDisk& disk) { EXPECT_TRUE(disk.replace(kFile, kNew).ok()); });
}

TEST(ReplaceTest, PutsTheNewContentInPlaceAndLeavesNothingElse) {
  FakeDisk disk;
  disk.poke(kFile, kOld);
  ASSERT_TRUE(disk.replace(kFile, kNew).ok());
  EXPECT_EQ(disk.peek(kFile), kNew);
  EXPECT_EQ(disk.all_files(), std::vector<Path>{kFile});
}

TEST(ReplaceTest, MakesAFileThatWasNotThere) {
  FakeDisk disk;
  disk.poke("/d/other", "");
  ASSERT_TRUE(disk.replace(kFile, kNew, {.mode = 0640}).ok());
  EXPECT_EQ(disk.peek(kFile), kNew);
  EXPECT_EQ(disk.info(kFile)->mode, 0640U);
}

TEST(ReplaceTest, AFailureAtAnyCallKeepsOldOrNewAndLeavesNoTemporaryFile) {  // BX-4, S4-79
  const std::size_t calls = calls_of_replace();
  ASSERT_EQ(calls, 5U);
  for (std::size_t at = 0; at < calls; ++at) {
    SCOPED_TRACE(at);
    FakeDisk disk;
    disk.poke(kFile, kOld);
    disk.arm({.kind = Fault::Kind::error, .at_call = at});
    const base::Result<void> replaced = disk.replace(kFile, kNew);
    ASSERT_FALSE(replaced.ok());
    EXPECT_EQ(replaced.error().code, Code::io);
    EXPECT_NE(replaced.error().message.find(kFile.native()), std::string::npos);
    // Only the sync of the folder comes after the point of no return.
    EXPECT_EQ(disk.peek(kFile), at + 1 < calls ? kOld : kNew);
    EXPECT_EQ(disk.all_files(), std::vector<Path>{kFile});
  }
}

TEST(ReplaceTest, ADiskThatFillsUpInTheMiddleKeepsTheOldFile) {  // BX-4, S4-79
  FakeDisk disk;
  disk.poke(kFile, kOld);
  disk.arm({.kind = Fault::Kind::short_write, .at_call = 1});
  const base::Result<void> replaced = disk.replace(kFile, kNew);
  ASSERT_FALSE(replaced.ok());
  EXPECT_EQ(replaced.error().hint, "Free some disk space and try again.");
  EXPECT_EQ(disk.peek(kFile), kOld);
  EXPECT_EQ(disk.all_files(), std::vector<Path>{kFile});
}

TEST(ReplaceTest, APowerCutAtAnyCallKeepsOldOrNew) {  // BX-4, S4-79
  const std::size_t calls = calls_of_replace();
  for (std::size_t at = 0; at <= calls; ++at) {
    SCOPED_TRACE(at);
    FakeDisk disk;
    disk.poke(kFile, kOld);
    disk.arm({.kind = Fault::Kind::crash, .at_call = at});
    const bool reported_as_saved = disk.replace(kFile, kNew).ok();
    disk.crash();
    EXPECT_TRUE(is_old_or_new(disk));
    EXPECT_EQ(reported_as_saved, at == calls);
    if (reported_as_saved) {
      EXPECT_EQ(disk.peek(kFile), kNew);
    }
  }
}

TEST(ReplaceTest, AKillAtAnyCallKeepsOldOrNew) {
  const std::size_t calls = calls_of_replace();
  for (std::size_t at = 0; at <= calls; ++at) {
    SCOPED_TRACE(at);
    FakeDisk disk;
    disk.poke(kFile, kOld);
    disk.arm({.kind = Fault::Kind::crash, .at_call = at});
    [[maybe_unused]] const base::Result<void> replaced = disk.replace(kFile, kNew);
    disk.kill();
    EXPECT_TRUE(is_old_or_new(disk));
  }
}

TEST(ReplaceTest, WithoutSyncAPowerCutMayLoseTheWriteButAKillDoesNot) {
  FakeDisk disk;
  disk.poke(kFile, kOld);
  ASSERT_TRUE(disk.replace(kFile, kNew, {.sync = false}).ok());
  disk.kill();
  EXPECT_EQ(disk.peek(kFile), kNew);
  disk.crash();
  EXPECT_EQ(disk.peek(kFile), kOld);
}

TEST(ReplaceTest, ALinkInThePlaceIsReplacedAndItsTargetLeftAlone) {  // BX-4
  FakeDisk disk;
  disk.poke("/secret", "precious");
  disk.poke("/d/other", "");
  disk.make_link(kFile, "/secret");
  ASSERT_TRUE(disk.replace(kFile, kNew).ok());
  EXPECT_EQ(disk.peek("/secret"), "precious");
  EXPECT_EQ(disk.link_info(kFile)->kind, FileKind::regular);
}

TEST(CreateTest, RefusesWhereSomethingStands) {
  FakeDisk disk;
  disk.poke(kFile, kOld);
  disk.make_link("/d/link", "/d/nowhere");
  for (const Path& path : {kFile, Path("/d/link"), Path("/d")}) {
    SCOPED_TRACE(path);
    const base::Result<void> created = disk.create(path, kNew);
    ASSERT_FALSE(created.ok());
    EXPECT_EQ(created.error().code, Code::exists);
  }
  EXPECT_EQ(disk.all_files(), std::vector<Path>{kFile});
  EXPECT_EQ(disk.peek(kFile), kOld);
}

TEST(CreateTest, AFailureAtAnyCallLeavesNoFile) {
  const Path fresh = "/d/fresh";
  const std::size_t calls =
      calls_of([&](FakeDisk& disk) { EXPECT_TRUE(disk.create(fresh, kNew).ok()); });
  ASSERT_EQ(calls, 4U);
  for (std::size_t at = 0; at < calls; ++at) {
    SCOPED_TRACE(at);
    FakeDisk disk;
    disk.poke(kFile, kOld);
    disk.arm({.kind = Fault::Kind::error, .at_call = at});
    EXPECT_FALSE(disk.create(fresh, kNew).ok());
    EXPECT_EQ(disk.all_files(), std::vector<Path>{kFile});
  }
}

TEST(CreateTest, WhatWasReportedAsMadeSurvivesAPowerCut) {
  FakeDisk disk;
  disk.poke(kFile, kOld);
  ASSERT_TRUE(disk.create("/d/fresh", kNew, 0640).ok());
  disk.crash();
  EXPECT_EQ(disk.peek("/d/fresh"), kNew);
  EXPECT_EQ(disk.info("/d/fresh")->mode, 0640U);
}

TEST(MakeFoldersTest, MakesWhatIsMissingAndLeavesTheRest) {  // BX-4
  FakeDisk disk;
  ASSERT_TRUE(disk.make_folder("/a", 0755).ok());
  ASSERT_TRUE(disk.make_folders("/a/b/c").ok());
  ASSERT_TRUE(disk.make_folders("/a/b/c").ok());
  ASSERT_TRUE(disk.make_folders("/").ok());
  EXPECT_EQ(disk.info("/a")->mode, 0755U);
  EXPECT_EQ(disk.info("/a/b")->mode, 0700U);
  EXPECT_EQ(disk.info("/a/b/c")->kind, FileKind::folder);
}

TEST(MakeFoldersTest, AreStillThereAfterAPowerCut) {
  FakeDisk disk;
  ASSERT_TRUE(disk.make_folders("/a/b/c").ok());
  ASSERT_TRUE(disk.replace("/a/b/c/f", kNew).ok());
  disk.crash();
  EXPECT_EQ(disk.peek("/a/b/c/f"), kNew);
}

TEST(MakeFoldersTest, AFileOrALinkToNowhereOnTheWayIsAnError) {
  FakeDisk disk;
  disk.poke(kFile, kOld);
  disk.make_link("/d/link", "/nowhere");
  for (const char* path : {"/d/f", "/d/f/x", "/d/f/x/y", "/d/link"}) {
    SCOPED_TRACE(path);
    EXPECT_FALSE(disk.make_folders(path).ok());
  }
  EXPECT_EQ(disk.make_folders("/d/f/x").error().code, Code::io);
}

TEST(ReadTest, TellsWhatIsWrong) {
  FakeDisk disk;
  disk.poke(kFile, "12345");
  disk.make_link("/d/link", "f");
  struct Row {
    const char* path;
    ReadOptions options;
    std::optional<Code> code;
  };
  const std::vector<Row> rows = {
      {"/d/f", {}, std::nullopt},
      {"/d/f", {.bytes_max = 5}, std::nullopt},
      {"/d/f", {.bytes_max = 4}, Code::too_large},
      {"/d/f", {.bytes_max = 0}, Code::too_large},
      {"/d/f", {.bytes_max = UINT64_MAX}, std::nullopt},
      {"/d/link", {}, std::nullopt},
      {"/d/link", {.follow_links = false}, Code::io},
      {"/d/none", {}, Code::not_found},
      {"/d/f/x", {}, Code::not_found},
      {"/d", {}, Code::io},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.path);
    const base::Result<std::string> read = disk.read(row.path, row.options);
    ASSERT_EQ(read.ok(), !row.code.has_value());
    if (read.ok()) {
      EXPECT_EQ(*read, "12345");
    } else {
      EXPECT_EQ(read.error().code, *row.code);
      EXPECT_NE(read.error().message.find(row.path), std::string::npos);
    }
  }
}

TEST(ReadTest, AnEmptyFileIsNoError) {
  FakeDisk disk;
  disk.poke(kFile, "");
  EXPECT_EQ(disk.read(kFile, {.bytes_max = 0}).value(), "");
}

TEST(ExistsTest, FollowsLinks) {
  FakeDisk disk;
  disk.poke(kFile, kOld);
  disk.make_link("/d/good", "f");
  disk.make_link("/d/bad", "nowhere");
  EXPECT_TRUE(disk.exists(kFile));
  EXPECT_TRUE(disk.exists("/d"));
  EXPECT_TRUE(disk.exists("/d/good"));
  EXPECT_FALSE(disk.exists("/d/bad"));
  EXPECT_FALSE(disk.exists("/e"));
}

// Takes in only so many bytes a call, as a disk or a signal may make it.
class NarrowFile final : public File {
 public:
  explicit NarrowFile(std::size_t width) : width_(width) {}
  base::Result<std::string> read_at(std::uint64_t, std::size_t) override { return bytes_; }
  base::Result<std::size_t> write(std::string_view bytes) override {
    const std::string_view taken = bytes.substr(0, width_);
    bytes_ += taken;
    return taken.size();
  }
  base::Result<void> sync() override { return {}; }
  base::Result<std::size_t> write_at(std::uint64_t, std::string_view bytes) override {
    return write(bytes);
  }
  void start_sync() override {}
  base::Result<void> truncate(std::uint64_t) override { return {}; }
  base::Result<FileInfo> info() override { return FileInfo{}; }
  base::Result<bool> try_lock() override { return true; }

  const std::string& bytes() const { return bytes_; }

 private:
  std::size_t width_;
  std::string bytes_;
};

TEST(WriteAllTest, ContinuesAShortWrite) {
  for (const std::size_t width : {1U, 2U, 7U, 100U}) {
    SCOPED_TRACE(width);
    NarrowFile file(width);
    ASSERT_TRUE(write_all(file, kNew).ok());
    EXPECT_EQ(file.bytes(), kNew);
  }
}

TEST(WriteAllTest, AWriteThatGetsNowhereIsAnErrorAndNoEndlessLoop) {
  NarrowFile file(0);
  const base::Result<void> written = write_all(file, kNew);
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().code, Code::io);
  EXPECT_TRUE(write_all(file, "").ok());
}

TEST(NormalisedTest, GoesByTextAlone) {
  struct Row {
    const char* folder;
    const char* path;
    const char* expected;
  };
  const std::vector<Row> rows = {
      {"/a/b", "c", "/a/b/c"},
      {"/a/b", "/c", "/c"},
      {"/a/b", "../c", "/a/c"},
      {"/a/b", "../../../c", "/c"},
      {"/a/b", "./c/./d/", "/a/b/c/d"},
      {"/a/b", "", "/a/b"},
      {"/", "..", "/"},
      {"/", "", "/"},
      {"/a//b/", "c//d", "/a/b/c/d"},
      {"/a", "x/../../..", "/"},
      {"/a", "..x/...", "/a/..x/..."},
      {"/a", "//b", "/b"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.folder) + " + " + row.path);
    EXPECT_EQ(normalised(row.folder, row.path).native(), row.expected);
  }
}

}  // namespace
}  // namespace os
