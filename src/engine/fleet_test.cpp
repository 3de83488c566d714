#include "engine/fleet.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "engine/fleet_share.h"
#include "engine/test_closed_door.h"
#include "engine/test_index_scene.h"
#include "engine/test_team.h"
#include "index/sqlite/sqlite_index.h"
#include "os/lock.h"

namespace engine {
namespace {

using base::Code;
using model::EventKind;
using model::FleetShare;

// A server that is an index in a file: the same interface, without a network.
class FakeDoor final : public ClosedDoor {
 public:
  explicit FakeDoor(std::string path) : path_(std::move(path)) {}
  bool is_away = false;
  int opened = 0;
  FakeTeamServer team;
  indexing::OpenPostgres last;

  base::Result<std::unique_ptr<indexing::Index>> open_index(
      const indexing::OpenPostgres& options) override {
    last = options;
    if (is_away) return nobody();
    ++opened;
    return indexing::open_sqlite_index({.path = path_, .now = options.now, .create = true});
  }
  base::Result<std::unique_ptr<indexing::Fleet>> open_fleet(
      const indexing::OpenPostgres& options) override {
    if (is_away) return nobody();
    return std::unique_ptr<indexing::Fleet>(std::make_unique<OneMachine>(options));
  }
  base::Result<std::unique_ptr<indexing::Team>> open_team(
      const indexing::OpenPostgres& options) override {
    return open_fake_team(team, options);
  }

 private:
  class OneMachine final : public indexing::Fleet {
   public:
    explicit OneMachine(const indexing::OpenPostgres& options) : options_(options) {}
    base::Result<std::vector<indexing::MachineRow>> machines() override {
      return std::vector<indexing::MachineRow>{
          {"0000000000000000", "other", options_.now, ""},
          {options_.machine, options_.machine_name, options_.now, options_.now}};
    }
    base::Result<indexing::DroppedEvents> drop_events_before(base::Instant) override {
      return indexing::DroppedEvents{};
    }

   private:
    indexing::OpenPostgres options_;
  };

  std::string path_;
};

class FleetTest : public IndexScene {
 protected:
  FakeDoor door_{at("server.db").native()};

  void join(FleetShare share = FleetShare::metadata) {
    const auto joined = join_fleet(system(), door_, {.url = kTeamUrl, .share = share});
    ASSERT_TRUE(joined.ok()) << joined.error().message;
  }
  std::size_t push() {
    const auto sent = push_to_fleet(system(), door_, {});
    EXPECT_TRUE(sent.ok()) << (sent.ok() ? "" : sent.error().message);
    return sent.ok() ? sent->events : 0;
  }
  // Everything that the server was told, as text.
  std::string told() {
    auto index = indexing::open_sqlite_index(
        {.path = at("server.db").native(), .now = "2026-01-18T09:30:00.000Z"});
    EXPECT_TRUE(index.ok());
    std::string all;
    EXPECT_TRUE((*index)->dump({}, [&](std::string_view line) { (all += line) += '\n'; }).ok());
    const auto hits = (*index)->search({.text = "wombat"});
    EXPECT_TRUE(hits.ok());
    if (hits.ok() && !hits->empty()) all += "found by its words\n";
    return all;
  }
  void work_a_little() {
    tell(EventKind::session_start, kRun);
    tell(EventKind::prompt, kRun, "", "", "tame the wombat with password: hunter2hunter2");
    tell(EventKind::before_tool, kRun, "Read");
  }
};

TEST_F(FleetTest, WhoJoinedNothingIsToldHow) {
  EXPECT_EQ(push_to_fleet(system(), door_, {}).error().code, Code::not_found);
  EXPECT_EQ(fleet_status(system(), door_).error().code, Code::not_found);
  EXPECT_FALSE(leave_fleet(system()).value());
  EXPECT_EQ(door_.opened, 0);
}

TEST_F(FleetTest, JoiningRemembersTheAddressAndKeepsWhatElseThePersonWrote) {
  put("home/.config/holdfast/config.yaml", "# mine\ncost:\n  day_budget_usd: 5\n");
  join(FleetShare::full);
  const auto text = system().files.read(at("home/.config/holdfast/config.yaml"), {});
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->find("# mine\ncost:\n  day_budget_usd: 5\n"), std::string::npos) << *text;
  EXPECT_EQ(door_.last.url, kTeamUrl);
  EXPECT_EQ(door_.last.machine.size(), 16U);
  const auto status = fleet_status(system(), door_);
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_EQ(status->place.server, "postgresql://db/team");
  EXPECT_EQ(status->place.share, FleetShare::full);
  EXPECT_EQ(status->machines.size(), 2U);
  EXPECT_FALSE(status->machines[0].is_this);
  EXPECT_TRUE(status->machines[1].is_this);
}

TEST_F(FleetTest, AServerThatIsNotReachedIsNotJoined) {
  door_.is_away = true;
  EXPECT_EQ(join_fleet(system(), door_, {.url = kTeamUrl}).error().code, Code::unavailable);
  EXPECT_EQ(join_fleet(system(), door_, {.url = "mysql://db"}).error().code, Code::invalid_value);
  EXPECT_FALSE(system().files.exists(at("home/.config/holdfast/config.yaml")));
}

TEST_F(FleetTest, APasswordIsTakenOnlyWhereNobodyElseReadsIt) {
  const std::string url = "postgresql://holdfast:secret@db/team";
  const auto refused = join_fleet(system(), door_, {.url = url});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::refused);
  EXPECT_EQ((refused.error().message + refused.error().hint).find("secret@"), std::string::npos);
  ASSERT_TRUE(join_fleet(system(), door_, {.url = url, .is_public = false}).ok());
  const os::Path file = at("home/.config/holdfast/config.yaml");
  EXPECT_EQ(system().files.info(file)->mode, 0600U);
  push();
  ASSERT_TRUE(system().files.set_mode(file, 0644).ok());
  EXPECT_EQ(push_to_fleet(system(), door_, {}).error().code, Code::untrusted);
}

TEST_F(FleetTest, WhatWasSentIsNotSentAgain) {
  work_a_little();
  join();
  EXPECT_GT(push(), 0U);
  EXPECT_EQ(push(), 0U);
  EXPECT_EQ(fleet_status(system(), door_)->journal_bytes_behind, 0U);
  tell(EventKind::before_tool, kRun, "Grep");
  EXPECT_GT(*fleet_status(system(), door_)->journal_bytes_behind, 0U);
  EXPECT_EQ(push(), 1U);
}

TEST_F(FleetTest, WhileTheServerIsAwayNothingIsLostAndItIsSaid) {
  work_a_little();
  join();
  push();
  tell(EventKind::before_tool, kRun, "Grep");
  door_.is_away = true;
  EXPECT_EQ(push_to_fleet(system(), door_, {}).error().code, Code::unavailable);
  const auto away = fleet_status(system(), door_);
  ASSERT_TRUE(away.ok());
  EXPECT_FALSE(away->journal_bytes_behind);
  EXPECT_NE(away->last.at, "");
  EXPECT_NE(away->last.problem.find("nobody answers"), std::string::npos);
  EXPECT_EQ(away->problems.size(), 1U);
  door_.is_away = false;
  EXPECT_EQ(push(), 1U);
  EXPECT_EQ(fleet_status(system(), door_)->last.problem, "");
}

TEST_F(FleetTest, MetadataHasNoWordOfWhatWasSaid) {
  work_a_little();
  put_work("api", "dark-mode", "Dark mode");
  put("api/agents/sessions/dark-mode/spec.md", "The wombat follows the system.\n");
  join();
  push();
  const std::string all = told();
  EXPECT_EQ(all.find("wombat"), std::string::npos) << all;
  EXPECT_EQ(all.find("found by its words"), std::string::npos);
  EXPECT_NE(all.find("Read"), std::string::npos);
  EXPECT_NE(all.find("dark-mode"), std::string::npos);
}

TEST_F(FleetTest, SharedInFullTheWordsAreThereAndSecretsAreNot) {
  work_a_little();
  join(FleetShare::full);
  push();
  const std::string all = told();
  EXPECT_NE(all.find("found by its words"), std::string::npos);
  EXPECT_EQ(all.find("hunter2hunter2"), std::string::npos);
}

// A journal of a version that did not redact yet, or that another program wrote.
TEST(FleetShareTest, WhatLeavesIsRedactedWhateverTheJournalHas) {
  const os::TemporaryFolder folder;
  const std::string path = folder / "server.db";
  auto server = indexing::open_sqlite_index({.path = path, .now = "now", .create = true});
  ASSERT_TRUE(server.ok());
  const auto index = share_through(*std::move(server), FleetShare::full);
  auto batch = index->begin();
  ASSERT_TRUE(batch.ok());
  const std::string payload =
      R"({"text":"password: hunter2hunter2","n":"<private>mine</private>"})";
  ASSERT_TRUE((*batch)
                  ->put_event({.number = 1,
                               .millis = 1,
                               .at = "1970-01-01T00:00:00.001Z",
                               .project_id = "p",
                               .run_uid = "r",
                               .kind = "prompt",
                               .actor = "hook",
                               .payload = payload,
                               .prev_hash = "",
                               .hash = "h"})
                  .ok());
  ASSERT_TRUE((*batch)->commit().ok());
  std::string all;
  ASSERT_TRUE(index->dump({}, [&](std::string_view line) { all += line; }).ok());
  EXPECT_EQ(all.find("hunter2"), std::string::npos);
  EXPECT_EQ(all.find("mine"), std::string::npos);
  EXPECT_NE(all.find("prompt"), std::string::npos);
}

TEST(FleetShareTest, MetadataOfAPayloadIsNamesAndNumbersOfOurOwn) {
  EXPECT_EQ(payload_metadata(R"({"tool":"Bash","allowed":false,"rule":"mode_table",)"
                             R"("command":"cat diary","targets":["a"],"duration_ms":12})"),
            R"({"tool":"Bash","allowed":false,"rule":"mode_table","duration_ms":12})");
  EXPECT_EQ(payload_metadata(R"({"fault":"cannot read /home/dev/diary"})"),
            R"({"fault":"not shared"})");
  EXPECT_EQ(payload_metadata(R"({"tool":["a"],"agent":{"x":1}})"), "{}");
  EXPECT_EQ(payload_metadata(R"({"tool":")" + std::string(200, 'x') + R"("})"), "{}");
  for (const char* odd : {"", "no json", "[1]", "null"}) EXPECT_EQ(payload_metadata(odd), "{}");
}

TEST_F(FleetTest, LeavingForgetsTheAddressAndNothingElse) {
  work_a_little();
  join(FleetShare::full);
  push();
  const auto left = leave_fleet(system());
  ASSERT_TRUE(left.ok());
  EXPECT_EQ((*left)->server, "postgresql://db/team");
  EXPECT_EQ(push_to_fleet(system(), door_, {}).error().code, Code::not_found);
  EXPECT_NE(told(), "");
  join(FleetShare::full);
  EXPECT_EQ(push(), 0U) << "The server knows how far it was.";
}

TEST_F(FleetTest, TwoAtOnceAreOne) {
  work_a_little();
  join();
  std::filesystem::create_directories(at("home/.local/state/holdfast/locks"));
  const os::System own = system();
  const auto held =
      os::lock_file(own.files, own.clock, own.random,
                    at("home/.local/state/holdfast/locks/fleet-push.lock"), base::Millis(100));
  ASSERT_TRUE(held.ok());
  os::FakeClock clock;  // Nobody has to wait here for as long as they would.
  const os::System hasty{own.files, clock, own.random, own.processes, own.environment};
  EXPECT_EQ(push_to_fleet(hasty, door_, {}).error().code, Code::lock_timeout);
}

}  // namespace
}  // namespace engine
