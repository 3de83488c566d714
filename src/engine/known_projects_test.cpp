#include "engine/known_projects.h"

#include <gtest/gtest.h>

#include "os/fake.h"

namespace engine {
namespace {

store::Project project(os::FakeSystem& fake, const std::string& name) {
  fake.files.poke("/home/dev/" + name + "/.git/HEAD", "ref: refs/heads/main\n");
  return *store::find_project(fake.files, "/home/dev/" + name);
}

TEST(KnownProjectsTest, AProjectIsRememberedOnceAndKeepsItsDate) {
  os::FakeSystem fake;
  fake.files.poke("/home/dev/api/.git/config",
                  "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = "
                  "https://user:token@example.com/api.git\n[remote \"x\"]\n\turl = y\n");
  const store::Project api = project(fake, "api");
  const auto first = remember_project(fake.system(), api);
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(first->name, "api");
  EXPECT_EQ(first->remote, "https://example.com/api.git");
  fake.clock.advance(std::chrono::hours(1));
  fake.files.reset_calls();
  EXPECT_EQ(remember_project(fake.system(), api)->created_at, first->created_at);
  ASSERT_EQ(known_projects(fake.system()).size(), 1U);
  EXPECT_EQ(known_projects(fake.system())[0].common_dir, "/home/dev/api/.git");
}

TEST(KnownProjectsTest, WhatIsNoProjectFileIsPassedOver) {
  os::FakeSystem fake;
  const auto known = remember_project(fake.system(), project(fake, "api"));
  const std::string folder = "/home/dev/.local/state/holdfast/projects/";
  const std::string good = *fake.files.peek(folder + known->id + ".json");
  fake.files.poke(folder + "0000000000000000.json", good);  // Another project's file.
  fake.files.poke(folder + "broken.json", "{");
  fake.files.poke(folder + "relative.json", R"({"id":"relative","root":"x"})");
  fake.files.poke(folder + "notes.txt", "x");
  EXPECT_EQ(known_projects(fake.system()).size(), 1U);
}

TEST(KnownProjectsTest, AFullDiskLeavesTheOldFile) {
  os::FakeSystem fake;
  const store::Project api = project(fake, "api");
  ASSERT_TRUE(remember_project(fake.system(), api).ok());
  fake.files.poke("/home/dev/api/.git/config", "[remote \"origin\"]\nurl = z\n");
  for (std::size_t call = 0; call < 12; ++call) {
    fake.files.arm({os::Fault::Kind::error, call});
    static_cast<void>(remember_project(fake.system(), api));
    fake.files.disarm();
    EXPECT_EQ(known_projects(fake.system()).size(), 1U) << call;
  }
}

}  // namespace
}  // namespace engine
