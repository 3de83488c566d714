#include "store/project_identity.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/digest.h"
#include "store/test_support.h"

namespace store {
namespace {

// One repository, and what happens to its folder.
class ProjectIdentity : public ::testing::Test {
 protected:
  ProjectIdentity() {
    fake_.environment.set("BRAIN_SESSION_SECRET", kSecret);
    fake_.files.poke("/w/p/.git/HEAD", "ref: refs/heads/main\n");
    fake_.files.poke("/w/p/.git/config",
                     "[core]\n\tbare = false\n[remote \"origin\"]\n"
                     "\turl = https://dev:hunter2@example.org/team/tool.git\n");
  }

  Project find(const os::Path& root) {
    Project project = find_project(fake_.files, root).value();
    Keyring keys = keyring();
    project.id = identity_of(fake_.files, project, keys);
    return project;
  }
  Identity settle(const os::Path& root) {
    Keyring keys = keyring();
    const Project project = find_project(fake_.files, root).value();
    return settle_identity(fake_.system(), homes(), project, keys).value();
  }
  bool was_moved_at(const os::Path& root) {
    Keyring keys = keyring();
    return was_moved(fake_.files, find_project(fake_.files, root).value(), keys);
  }
  Keyring keyring() { return {fake_.system(), homes(), {}}; }
  Homes homes() { return homes_of(fake_.environment); }
  ProjectRegistry registry() { return {fake_.system(), homes()}; }
  // As `mv` does it, and `cp -r` of what matters.
  void move(const char* from, const char* to) { ASSERT_TRUE(fake_.files.rename(from, to).ok()); }
  void copy(const os::Path& from, const os::Path& to) {
    for (const char* name : {".git/HEAD", ".git/config", ".git/holdfast/place"}) {
      fake_.files.poke(to / name, fake_.files.read(from / name).value());
    }
  }
  static std::string id_of(const char* place) {
    return base::to_hex(base::sha256(place)).substr(0, 16);
  }

  os::FakeSystem fake_;
};

TEST_F(ProjectIdentity, IsMadeOfThePathAndWrittenDown) {
  EXPECT_FALSE(settle("/w/p").was_moved);
  EXPECT_EQ(find("/w/p").id.text, id_of("/w/p/.git"));
  const auto records = registry().list();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].root, "/w/p");
  EXPECT_EQ(records[0].common_dir, "/w/p/.git");
  EXPECT_EQ(records[0].name, "tool");
  EXPECT_EQ(records[0].remote, "https://example.org/team/tool.git");
  EXPECT_FALSE(records[0].created_at.empty());
}

TEST_F(ProjectIdentity, StaysWhenTheFolderIsMoved) {
  settle("/w/p");
  const std::string created = registry().list()[0].created_at;
  fake_.clock.advance(std::chrono::hours(1));
  move("/w/p", "/w/elsewhere");
  EXPECT_TRUE(was_moved_at("/w/elsewhere"));
  EXPECT_TRUE(settle("/w/elsewhere").was_moved);
  EXPECT_FALSE(was_moved_at("/w/elsewhere"));
  EXPECT_EQ(find("/w/elsewhere").id.text, id_of("/w/p/.git"));
  // And once more, and then it has settled.
  move("/w/elsewhere", "/w/third");
  EXPECT_EQ(settle("/w/third").id.text, id_of("/w/p/.git"));
  EXPECT_FALSE(settle("/w/third").was_moved);
  EXPECT_EQ(find("/w/third").id.text, id_of("/w/p/.git"));
  const auto records = registry().list();
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].root, "/w/third");
  EXPECT_EQ(records[0].created_at, created);
}

// SC-55
TEST_F(ProjectIdentity, ACopyIsAProjectOfItsOwn) {
  settle("/w/p");
  copy("/w/p", "/w/q");
  EXPECT_FALSE(settle("/w/q").was_moved);
  EXPECT_EQ(find("/w/q").id.text, id_of("/w/q/.git"));
  EXPECT_EQ(find("/w/p").id.text, id_of("/w/p/.git"));
  EXPECT_EQ(registry().list().size(), 2U);
}

// B2-17, SC-55
TEST_F(ProjectIdentity, ALinkLeadsToTheSameProject) {
  settle("/w/p");
  fake_.files.make_link("/w/link", "/w/p");
  EXPECT_FALSE(settle("/w/link").was_moved);
  EXPECT_EQ(find("/w/link").id, find("/w/p").id);
  EXPECT_EQ(registry().list().size(), 1U);
}

TEST_F(ProjectIdentity, MovesBackUnderItsOwnName) {
  settle("/w/p");
  move("/w/p", "/w/q");
  settle("/w/q");
  move("/w/q", "/w/p");
  EXPECT_EQ(settle("/w/p").id.text, id_of("/w/p/.git"));
  EXPECT_EQ(find("/w/p").id.text, id_of("/w/p/.git"));
}

TEST_F(ProjectIdentity, BelievesOnlyWhatItSigned) {
  settle("/w/p");
  const std::string place = fake_.files.read("/w/p/.git/holdfast/place").value();
  for (const std::string& forged :
       {std::string("holdfast-identity 1\nid 0123456789abcdef\nplace /w/gone/.git\nkey x\nmac y\n"),
        place.substr(0, place.find("place ")) + "place /w/gone/.git\n" +
            place.substr(place.find("key ")),
        std::string("{}"), std::string()}) {
    fake_.files.poke("/w/q/.git/HEAD", "ref: refs/heads/main\n");
    fake_.files.poke("/w/q/.git/holdfast/place", forged);
    fake_.files.poke("/w/q/.git/holdfast/identity", forged);
    EXPECT_FALSE(was_moved_at("/w/q"));
    EXPECT_FALSE(settle("/w/q").was_moved);
    EXPECT_EQ(find("/w/q").id.text, id_of("/w/q/.git"));
  }
}

TEST_F(ProjectIdentity, AnIdentityForAnotherPlaceCountsForNothing) {
  settle("/w/p");
  move("/w/p", "/w/q");
  settle("/w/q");
  const std::string carried = fake_.files.read("/w/q/.git/holdfast/identity").value();
  fake_.files.poke("/w/r/.git/HEAD", "ref: refs/heads/main\n");
  fake_.files.poke("/w/r/.git/holdfast/identity", carried);
  EXPECT_EQ(find("/w/r").id.text, id_of("/w/r/.git"));
}

TEST_F(ProjectIdentity, WithoutAKeyNothingIsWritten) {
  fake_.environment.unset("BRAIN_SESSION_SECRET");
  Keyring keys = keyring();
  const Project project = find_project(fake_.files, "/w/p").value();
  EXPECT_FALSE(settle_identity(fake_.system(), homes(), project, keys).ok());
  EXPECT_FALSE(fake_.files.exists("/w/p/.git/holdfast"));
}

TEST_F(ProjectIdentity, SettlingAgainWritesNothing) {
  settle("/w/p");
  const auto before = fake_.files.info("/w/p/.git/holdfast/place")->mtime_ns;
  fake_.clock.advance(std::chrono::hours(1));
  settle("/w/p");
  EXPECT_EQ(fake_.files.info("/w/p/.git/holdfast/place")->mtime_ns, before);
}

}  // namespace
}  // namespace store
