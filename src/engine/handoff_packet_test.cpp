#include "engine/handoff_packet.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/events.h"
#include "engine/test_scene.h"
#include "store/layout.h"

namespace engine {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kMain = "/home/dev/project/.git/refs/heads/main";
constexpr const char* kPacketsFolder = "/home/dev/project/.git/holdfast/handoffs";

struct PacketScene : Scene {
  PacketScene() { fake.files.poke(kMain, fake_sha('1') + "\n"); }

  static model::HandoffPacket packet(const std::string& goal) {
    model::HandoffPacket one;
    one.goal = goal;
    return one;
  }
  base::Result<model::HandoffPacket> add(const model::HandoffPacket& given,
                                         const std::optional<model::RunId>& run = {}) {
    auto opened = workspace();
    return add_packet(opened, run, given, {});
  }
  std::vector<WaitingPacket> list(const PacketQuery& query = {}) {
    auto opened = workspace();
    auto listed = list_packets(opened, query);
    EXPECT_TRUE(listed.ok());
    return *std::move(listed);
  }
  base::Result<model::HandoffPacket> accept(const std::string& id, const std::string& by = "cli") {
    auto opened = workspace();
    return accept_packet(opened, id, by, {});
  }
  // Git answers the two questions about commits so.
  void answer_git(const std::string& checked, const std::string& counted) {
    fake.processes.program = [=, this](const os::ProgramRequest& request) {
      ++questions;
      const bool is_check =
          std::find(request.argv.begin(), request.argv.end(), "cat-file") != request.argv.end();
      return base::Result<os::ProgramOutcome>(
          os::ProgramOutcome{0, is_check ? checked : counted, ""});
    };
  }
  int questions = 0;
};

TEST(HandoffPacketTest, WhereAndWhenItWasWrittenIsFilledIn) {
  PacketScene scene;
  scene.send(scene.event(model::EventKind::session_start));
  const auto added = scene.add(PacketScene::packet("Finish"), model::RunId{Scene::kRun});
  ASSERT_TRUE(added.ok()) << added.error().message;
  EXPECT_EQ(added->created_at, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(added->session, Scene::kRun);
  EXPECT_EQ(added->branch, "main");
  EXPECT_EQ(added->commit, fake_sha('1'));
  EXPECT_EQ(added->worktree, "/home/dev/project");
  EXPECT_TRUE(added->accepted_at.empty());
}

TEST(HandoffPacketTest, WhatOnlyWeKnowCannotBeGiven) {
  PacketScene scene;
  auto given = PacketScene::packet("Finish");
  given.id = "h-mine";
  given.session = "somebody";
  given.commit = "x";
  given.accepted_at = given.read_at = "2020-01-01T00:00:00Z";
  given.extra = base::JsonBox(base::Json{{"password", "hunter2hunter2"}});
  const auto added = scene.add(given);
  ASSERT_TRUE(added.ok());
  EXPECT_NE(added->id, "h-mine");
  EXPECT_TRUE(added->session.empty());
  EXPECT_TRUE(added->accepted_at.empty());
  EXPECT_TRUE(added->read_at.empty());
  const auto text = scene.fake.files.peek(os::Path(kPacketsFolder) / (added->id + ".json"));
  EXPECT_THAT(*text, Not(HasSubstr("hunter2")));
}

TEST(HandoffPacketTest, SecretsDoNotReachTheFile) {
  PacketScene scene;
  auto given = PacketScene::packet("Use password=correct-horse-battery to log in");
  given.done = {"token: ghp_0123456789abcdefghijABCDEFGHIJ012345"};
  given.failed = {"DB_PASSWORD=s3cr3t-value-77"};
  given.decisions = {"AKIAIOSFODNN7EXAMPLE is the key"};
  given.next_steps = {"curl -H 'Authorization: Bearer abcdefghijklmnop' x"};
  given.checks = {"PGPASSWORD=s3cr3t-value-88 psql"};
  const auto added = scene.add(given);
  ASSERT_TRUE(added.ok());
  const std::string text = *scene.fake.files.peek(os::Path(kPacketsFolder) / (added->id + ".json"));
  for (const char* secret :
       {"correct-horse", "ghp_0123", "value-77", "AKIAIOSF", "abcdefghijklmnop", "value-88"}) {
    EXPECT_THAT(text, Not(HasSubstr(secret)));
  }
  EXPECT_THAT(text, HasSubstr("[REDACTED]"));
}

TEST(HandoffPacketTest, TextsAndListsHaveLimitsAndSayThatTheyWereCut) {
  PacketScene scene;
  auto given = PacketScene::packet(std::string(5000, 'g'));
  given.done.assign(25, "");
  for (int i = 0; i < 25; ++i) given.next_steps.push_back("step " + std::to_string(i));
  given.checks = {std::string(900, 'c')};
  const auto added = scene.add(given);
  ASSERT_TRUE(added.ok());
  EXPECT_LE(added->goal.size(), 2000U);
  EXPECT_THAT(added->goal, HasSubstr("…"));
  EXPECT_TRUE(added->done.empty());
  ASSERT_EQ(added->next_steps.size(), 20U);
  EXPECT_EQ(added->next_steps[18], "step 18");
  EXPECT_EQ(added->next_steps[19], "… and 6 more");
  EXPECT_LE(added->checks[0].size(), 500U);
}

TEST(HandoffPacketTest, WithoutAGoalOrInOddBytesItIsRefused) {
  PacketScene scene;
  EXPECT_EQ(scene.add(PacketScene::packet(" \n")).error().code, base::Code::invalid_value);
  EXPECT_EQ(scene.add(PacketScene::packet("\xff\xfe")).error().code, base::Code::invalid_value);
  auto given = PacketScene::packet("g");
  given.checks = {"\xc3("};
  EXPECT_EQ(scene.add(given).error().code, base::Code::invalid_value);
  EXPECT_TRUE(scene.list().empty());
}

TEST(HandoffPacketTest, ThatItWasWrittenAndAcceptedIsInTheJournalOnce) {
  PacketScene scene;
  scene.send(scene.event(model::EventKind::session_start));
  const model::RunId run{Scene::kRun};
  const auto first = scene.add(PacketScene::packet("Finish"), run);
  scene.fake.clock.advance(std::chrono::seconds{5});
  EXPECT_EQ(scene.add(PacketScene::packet("Finish"), run)->id, first->id);
  ASSERT_TRUE(scene.accept(first->id, Scene::kRun).ok());
  ASSERT_TRUE(scene.accept(first->id, Scene::kRun).ok());
  const std::string journal =
      *scene.fake.files.peek("/home/dev/project/.git/holdfast/journal/" + run.text + ".jsonl");
  const auto count = [&](std::string_view word) {
    int found = 0;
    for (auto at = journal.find(word); at != std::string::npos; at = journal.find(word, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count(R"("what":"add")"), 1);
  EXPECT_EQ(count(R"("what":"accept")"), 1);
}

TEST(HandoffPacketTest, AcceptedItWaitsNoMoreAndAcceptingAgainChangesNothing) {
  PacketScene scene;
  const std::string id = scene.add(PacketScene::packet("Finish"))->id;
  const auto accepted = scene.accept(id);
  ASSERT_TRUE(accepted.ok());
  EXPECT_EQ(accepted->accepted_at, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(accepted->accepted_by, "cli");
  scene.fake.clock.advance(std::chrono::hours{1});
  EXPECT_EQ(scene.accept(id, "other")->accepted_by, "cli");
  EXPECT_TRUE(scene.list().empty());
  EXPECT_EQ(scene.list({.with_accepted = true}).size(), 1U);
}

TEST(HandoffPacketTest, ABeginningOrTheLastDigitsNameItWhereTheyAreItsOwn) {
  PacketScene scene;
  const std::string id = scene.add(PacketScene::packet("Finish"))->id;
  EXPECT_EQ(scene.accept("h-").error().code, base::Code::not_found) << "Too short to mean it.";
  EXPECT_EQ(scene.accept("h-2026")->id, id);
  const std::string other = scene.add(PacketScene::packet("Other"))->id;
  EXPECT_EQ(scene.accept("h-2026").error().code, base::Code::ambiguous_id);
  EXPECT_EQ(scene.accept(other.substr(other.size() - 8))->id, other);
  EXPECT_EQ(scene.accept("h-2027").error().code, base::Code::not_found);
  EXPECT_EQ(scene.accept("../../notes/x").error().code, base::Code::not_found);
}

TEST(HandoffPacketTest, WhileNothingMovedItIsFreshAndGitIsNotAsked) {
  PacketScene scene;
  scene.answer_git("", "");
  ASSERT_TRUE(scene.add(PacketScene::packet("Finish")).ok());
  const auto listed = scene.list();
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_FALSE(listed[0].age.is_stale);
  EXPECT_EQ(listed[0].age.words, "");
  EXPECT_EQ(scene.questions, 0);
}

struct AgeCase {
  const char* checked;
  const char* counted;
  const char* words;
};

TEST(HandoffPacketTest, GitSaysWhatBecameOfItsCommit) {
  for (const AgeCase& row : {
           AgeCase{"1111 commit 200\n", "0\t3\n", "main has 3 newer commits"},
           AgeCase{"1111 commit 200\n", "0\t1\n", "main has 1 newer commit"},
           AgeCase{"1111 commit 200\n", "2\t3\n", "main no longer has its commit 11111111"},
           AgeCase{"1111 missing\n", "", "its commit 11111111 is gone"},
           AgeCase{"1111 commit 200\n", "nonsense", "main has moved on"},
       }) {
    SCOPED_TRACE(row.words);
    PacketScene scene;
    ASSERT_TRUE(scene.add(PacketScene::packet("Finish")).ok());
    scene.fake.files.poke(kMain, fake_sha('2') + "\n");
    scene.answer_git(row.checked, row.counted);
    const auto listed = scene.list();
    EXPECT_TRUE(listed[0].age.is_stale);
    EXPECT_EQ(listed[0].age.words, row.words);
  }
}

TEST(HandoffPacketTest, WithoutGitTheFilesSayWhetherItMoved) {
  PacketScene scene;
  ASSERT_TRUE(scene.add(PacketScene::packet("Finish")).ok());
  scene.fake.files.poke(kMain, fake_sha('2') + "\n");
  EXPECT_EQ(scene.list()[0].age.words, "main has moved on") << "No git is there.";
  scene.answer_git("", "");
  EXPECT_EQ(scene.list({.ask_git = false})[0].age.words, "main has moved on");
  EXPECT_EQ(scene.questions, 0);
  ASSERT_TRUE(scene.fake.files.remove(kMain).ok());
  EXPECT_EQ(scene.list()[0].age.words, "the branch main is gone");
}

TEST(HandoffPacketTest, AfterAWeekItIsOldWhateverGitSays) {
  PacketScene scene;
  ASSERT_TRUE(scene.add(PacketScene::packet("Finish")).ok());
  scene.fake.clock.advance(std::chrono::hours{24 * 7});
  EXPECT_FALSE(scene.list()[0].age.is_stale);
  scene.fake.clock.advance(std::chrono::seconds{1});
  EXPECT_EQ(scene.list()[0].age.words, "older than a week");
  scene.fake.files.poke(kMain, fake_sha('2') + "\n");
  EXPECT_EQ(scene.list()[0].age.words, "main has moved on; older than a week");
}

TEST(HandoffPacketTest, AClockThatWasSetBackMakesNothingStale) {
  PacketScene scene;
  ASSERT_TRUE(scene.add(PacketScene::packet("Finish")).ok());
  scene.fake.clock.set(scene.fake.clock.now() - std::chrono::hours{500});
  EXPECT_FALSE(scene.list()[0].age.is_stale);
}

TEST(HandoffPacketTest, WhatAStrangersFileNamesIsNeverAnArgumentOfGit) {
  PacketScene scene;
  scene.answer_git("1 missing\n", "");
  for (const char* members :
       {R"("branch":"main","commit":"--upload-pack=touch x")", R"("branch":"-x","commit":"HEAD")",
        R"("branch":"../../x","commit":"1111111111111111111111111111111111111111")"}) {
    scene.fake.files.poke(
        os::Path(kPacketsFolder) / "h-1.json",
        std::string(R"({"id":"h-1","goal":"g","created_at":"never",)") + members + "}");
    const auto listed = scene.list();
    ASSERT_EQ(listed.size(), 1U);
    EXPECT_FALSE(listed[0].age.is_stale) << members;
    EXPECT_EQ(scene.questions, 0) << members;
  }
}

}  // namespace
}  // namespace engine
