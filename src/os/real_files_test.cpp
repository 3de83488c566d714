#include "os/real_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "os/test_support.h"

namespace os {
namespace {

using base::Code;

class RealFilesTest : public ::testing::Test {
 protected:
  std::vector<std::string> names() { return files_.list(folder_.path()).value(); }

  TemporaryFolder folder_;
  RealFileSystem files_;
};

TEST_F(RealFilesTest, WhatIsReplacedIsRead) {  // BX-4, S4-79
  const Path path = folder_ / "f";
  for (const std::size_t size : {0U, 1U, 4095U, 4096U, 4097U, 300'000U}) {
    SCOPED_TRACE(size);
    const std::string bytes(size, 'x');
    ASSERT_TRUE(files_.replace(path, bytes).ok());
    EXPECT_EQ(files_.read(path).value(), bytes);
    EXPECT_EQ(files_.info(path)->mode, 0600U);
  }
  EXPECT_EQ(names(), std::vector<std::string>{"f"});
}

TEST_F(RealFilesTest, AReplaceThatRunsOutOfSpaceKeepsTheOldFileAndLeavesNoTemporaryFile) {
  const Path path = folder_ / "f";  // BX-4, S4-79
  ASSERT_TRUE(files_.replace(path, "old").ok());
  ChildProcess child([&] {
    // The first write is cut short at the limit, the second is refused.
    const rlimit limit{10, 10};
    ::signal(SIGXFSZ, SIG_IGN);
    CHECK(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    const base::Result<void> replaced = files_.replace(path, std::string(100, 'n'));
    ::_exit(replaced.ok() ? 1 : 42);
  });
  EXPECT_EQ(child.wait(), 42);
  EXPECT_EQ(files_.read(path).value(), "old");
  EXPECT_EQ(names(), std::vector<std::string>{"f"});
}

TEST_F(RealFilesTest, AReplaceOverAFolderFailsAndLeavesNoTemporaryFile) {
  ASSERT_TRUE(files_.make_folder(folder_ / "f", 0700).ok());
  const base::Result<void> replaced = files_.replace(folder_ / "f", "new");
  ASSERT_FALSE(replaced.ok());
  EXPECT_EQ(replaced.error().code, Code::io);
  EXPECT_EQ(names(), std::vector<std::string>{"f"});
}

TEST_F(RealFilesTest, AFullDiskIsAnErrorWithAHint) {
  const auto full = files_.open("/dev/full", {.write = true});
  ASSERT_TRUE(full.ok());
  const base::Result<void> written = write_all(**full, "x");
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().message, "/dev/full: No space left on device");
  EXPECT_EQ(written.error().hint, "Free some disk space and try again.");
}

TEST_F(RealFilesTest, TheModeIsExactWhateverTheMaskSays) {
  const mode_t mask = ::umask(077);
  const base::Result<void> replaced = files_.replace(folder_ / "f", "x", {.mode = 0644});
  ::umask(mask);
  ASSERT_TRUE(replaced.ok());
  EXPECT_EQ(files_.info(folder_ / "f")->mode, 0644U);
  ASSERT_TRUE(files_.set_mode(folder_ / "f", 0600).ok());
  EXPECT_EQ(files_.info(folder_ / "f")->mode, 0600U);
}

TEST_F(RealFilesTest, TemporaryFilesAreHiddenPrivateAndNeverTheSame) {  // BX-4
  const auto first = files_.open_temporary(folder_.path(), 0600);
  const auto second = files_.open_temporary(folder_.path(), 0600);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(first->path, second->path);
  for (const TemporaryFile* temporary : {&*first, &*second}) {
    EXPECT_EQ(temporary->path.filename().native().rfind(".tmp-", 0), 0U);
    EXPECT_EQ(temporary->path.parent_path(), folder_.path());
    EXPECT_EQ(temporary->file->info()->mode, 0600U);
  }
  EXPECT_EQ(files_.open_temporary(folder_ / "none", 0600).error().code, Code::not_found);
}

TEST_F(RealFilesTest, ALinkIsFollowedOnlyWhereThatIsWanted) {  // BX-4, B0-24
  ASSERT_TRUE(files_.replace(folder_ / "target", "precious").ok());
  ASSERT_EQ(::symlink("target", (folder_ / "link").c_str()), 0);
  EXPECT_EQ(files_.read(folder_ / "link").value(), "precious");
  EXPECT_EQ(files_.link_info(folder_ / "link")->kind, FileKind::link);
  EXPECT_EQ(files_.info(folder_ / "link")->kind, FileKind::regular);

  const base::Result<std::string> read = files_.read(folder_ / "link", {.follow_links = false});
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, Code::io);
  EXPECT_EQ(read.error().message, (folder_ / "link").native() + ": is a symbolic link");
  const auto opened =
      files_.open(folder_ / "link", {.append = true, .create = true, .follow_links = false});
  EXPECT_FALSE(opened.ok());
  EXPECT_EQ(files_.create(folder_ / "link", "x").error().code, Code::exists);
}

TEST_F(RealFilesTest, WhatIsNoRegularFileIsRefusedAndNeverAHang) {
  ASSERT_EQ(::mkfifo((folder_ / "fifo").c_str(), 0600), 0);
  ASSERT_TRUE(files_.make_folder(folder_ / "folder", 0700).ok());
  for (const Path& path : {folder_ / "fifo", folder_ / "folder", Path("/dev/zero")}) {
    SCOPED_TRACE(path);
    const base::Result<std::string> read = files_.read(path);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, Code::io);
    EXPECT_EQ(read.error().message, path.native() + ": is not a regular file");
  }
  EXPECT_TRUE(files_.open(folder_ / "fifo", {.append = true}).ok());
  EXPECT_EQ(files_.open(folder_ / "folder", {.write = true}).error().code, Code::io);
}

TEST_F(RealFilesTest, FilesWithoutASizeAreReadToTheirEnd) {
  // The kernel tells the size 0 for both; the second is longer than a page.
  EXPECT_NE(files_.read("/proc/self/status")->find("Pid:"), std::string::npos);
  EXPECT_GT(files_.read("/proc/self/smaps")->size(), 4096U);
  EXPECT_EQ(files_.read("/proc/self/smaps", {.bytes_max = 100}).error().code, Code::too_large);
}

TEST_F(RealFilesTest, AFileOverTheLimitIsNotRead) {
  ASSERT_TRUE(files_.replace(folder_ / "f", "12345").ok());
  EXPECT_EQ(files_.read(folder_ / "f", {.bytes_max = 4}).error().code, Code::too_large);
  EXPECT_EQ(files_.read(folder_ / "f", {.bytes_max = 5}).value(), "12345");
}

TEST_F(RealFilesTest, ReadingGivesFewerBytesOnlyAtTheEnd) {
  ASSERT_TRUE(files_.replace(folder_ / "f", "0123456789").ok());
  const auto file = files_.open(folder_ / "f", {.append = true});
  ASSERT_TRUE(file.ok());
  ASSERT_TRUE((*file)->info().ok());
  ASSERT_TRUE(write_all(**file, "ab").ok());
  EXPECT_EQ((*file)->read_at(0, 3).value(), "012");
  EXPECT_EQ((*file)->read_at(8, 100).value(), "89ab");
  EXPECT_EQ((*file)->read_at(12, 1).value(), "");
  std::string buffer(6, '.');
  EXPECT_EQ((*file)->read_into(8, buffer).value(), 4U);
  EXPECT_EQ(buffer, "89ab..");
  EXPECT_EQ((*file)->read_into(12, buffer).value(), 0U);
  ASSERT_TRUE((*file)->truncate(1).ok());
  ASSERT_TRUE((*file)->sync().ok());
  EXPECT_EQ((*file)->read_at(0, 100).value(), "0");
}

TEST_F(RealFilesTest, NoOpenFileIsGivenToAProgramThatIsStarted) {  // BX-4
  const auto file = files_.open(folder_ / "f", {.write = true, .create = true});
  const auto temporary = files_.open_temporary(folder_.path(), 0600);
  ASSERT_TRUE(file.ok() && temporary.ok());
  int found = 0;
  for (int descriptor = 0; descriptor < 256; ++descriptor) {
    const base::Result<Path> path = files_.real_path("/proc/self/fd/" + std::to_string(descriptor));
    if (!path.ok() || path->parent_path() != folder_.path()) continue;
    ++found;
    EXPECT_NE(::fcntl(descriptor, F_GETFD) & FD_CLOEXEC, 0) << *path;
  }
  EXPECT_EQ(found, 2);
}

TEST_F(RealFilesTest, ManyMayMakeTheSameFoldersAtOnce) {
  const Path deep = folder_ / "a/b/c/d";
  ChildProcess other([&] { ::_exit(files_.make_folders(deep).ok() ? 0 : 1); });
  EXPECT_TRUE(files_.make_folders(deep).ok());
  EXPECT_EQ(other.wait(), 0);
  EXPECT_EQ(files_.info(deep)->kind, FileKind::folder);
  EXPECT_EQ(files_.info(folder_ / "a")->mode, 0700U);
}

TEST_F(RealFilesTest, ErrorsNameThePathAndTheReason) {
  const Path none = folder_ / "none";
  EXPECT_EQ(files_.read(none).error().message, none.native() + ": No such file or directory");
  EXPECT_EQ(files_.sync_folder(none).error().code, Code::not_found);
  EXPECT_EQ(files_.list(none).error().code, Code::not_found);
  EXPECT_EQ(files_.real_path(none).error().code, Code::not_found);
  EXPECT_EQ(files_.make_folder(folder_.path(), 0700).error().code, Code::exists);
}

}  // namespace
}  // namespace os
