#include "store/kept_files.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace store {
namespace {

constexpr const char* kRoot = "/home/dev/project";
constexpr const char* kLocal = "/home/dev/project/.git/holdfast";

struct KeptScene {
  os::FakeSystem fake;
  Keyring keys{fake.system(), homes_of(fake.environment), {}};
  KeptFiles kept{fake.system(), kLocal, keys};

  KeptScene() {
    fake.files.poke("/home/dev/.config/holdfast/secret",
                    "0123456789abcdef0123456789abcdef0123456789abcdef\n");
    fake.files.poke("/home/dev/project/.git/HEAD", "ref: refs/heads/main\n");
  }
};

// G2, G3
TEST(KeptFilesTest, WhatIsKeptComesBackAndNothingIsWrittenTwice) {
  KeptScene scene;
  EXPECT_FALSE(scene.kept.is_anything_kept());
  EXPECT_FALSE(scene.kept.list(kRoot));
  const std::vector<FileToKeep> files{{".holdfast/config.yaml", "gate:\n", 0644, false, 1},
                                      {".mcp.json", "{}", 0600, true, 1}};
  ASSERT_TRUE(scene.kept.keep(kRoot, files).ok());
  EXPECT_TRUE(scene.kept.is_anything_kept());
  const auto list = scene.kept.list(kRoot);
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 2U);
  EXPECT_EQ(list->front().path, ".holdfast/config.yaml");
  EXPECT_EQ(list->front().mode, 0644U);
  EXPECT_TRUE(list->back().is_tracked);
  EXPECT_EQ(scene.kept.bytes_of(list->front()), "gate:\n");
  EXPECT_FALSE(scene.kept.list("/home/dev/other"));
  const auto before = scene.fake.files.info(scene.kept.all().back())->mtime_ns;
  ASSERT_TRUE(scene.kept.keep(kRoot, files).ok());
  EXPECT_EQ(scene.fake.files.info(scene.kept.all().back())->mtime_ns, before);
}

TEST(KeptFilesTest, WhatSomebodyElseWroteIsNotThere) {
  KeptScene scene;
  ASSERT_TRUE(scene.kept.keep(kRoot, {{"a", "text", 0644, false, 1}}).ok());
  TakenAway taken;
  taken.marker = "/home/dev/project/.holdfast/config.yaml";
  ASSERT_TRUE(scene.kept.note(taken).ok());
  const auto list = scene.kept.list(kRoot);
  for (const os::Path& path : scene.kept.all()) {
    std::string bytes = *scene.fake.files.peek(path);
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    scene.fake.files.poke(path, bytes);
  }
  EXPECT_FALSE(scene.kept.list(kRoot));
  EXPECT_FALSE(scene.kept.bytes_of(list->front()));
  EXPECT_FALSE(scene.kept.taken());
}

TEST(KeptFilesTest, AFindingStaysUntilItIsSettled) {
  KeptScene scene;
  TakenAway taken;
  taken.run = "r";
  taken.marker = "/m";
  taken.files = {"/m", "/n"};
  ASSERT_TRUE(scene.kept.note(taken).ok());
  ASSERT_TRUE(scene.kept.taken());
  EXPECT_TRUE(holds_for_gone_marker(*scene.kept.taken()));
  taken.mended = {"/m"};
  ASSERT_TRUE(scene.kept.note(taken).ok());
  EXPECT_FALSE(holds_for_gone_marker(*scene.kept.taken()));
  ASSERT_TRUE(scene.kept.settle().ok());
  EXPECT_FALSE(scene.kept.taken());
  EXPECT_TRUE(scene.kept.settle().ok());
}

// B0-22: what is read is whole, whenever the writer stopped.
TEST(KeptFilesTest, ACrashLeavesTheOldListOrTheNewOne) {
  for (std::size_t at = 0; at < 40; ++at) {
    SCOPED_TRACE(at);
    KeptScene scene;
    ASSERT_TRUE(scene.kept.keep(kRoot, {{"a", "old", 0644, false, 1}}).ok());
    scene.fake.files.arm({os::Fault::Kind::crash, at});
    const bool is_kept = scene.kept.keep(kRoot, {{"a", "new", 0644, false, 1}}).ok();
    scene.fake.files.kill();
    const auto list = scene.kept.list(kRoot);
    ASSERT_TRUE(list);
    const auto bytes = scene.kept.bytes_of(list->front());
    EXPECT_EQ(bytes, is_kept ? "new" : bytes == "new" ? "new" : "old");
  }
}

}  // namespace
}  // namespace store
