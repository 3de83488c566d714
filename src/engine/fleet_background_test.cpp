#include "engine/fleet_background.h"

#include "engine/fleet_push.h"
#include "engine/test_fleet_door.h"
#include "engine/test_index_scene.h"
#include "os/fake_detached.h"
#include "os/lock.h"
#include "store/fleet_mark.h"
#include "store/fleet_places.h"

namespace engine {
namespace {

using base::Code;
using base::Millis;
using model::EventKind;
using store::FleetPushRecord;

// On a real disk, whose locks are real too, with a clock that is turned by hand.
class FleetBackgroundTest : public IndexScene {
 protected:
  FleetBackgroundTest() { clock_.set(real_.system().clock.now()); }

  os::System own() {
    os::System system = IndexScene::system();
    return {system.files, clock_, system.random, system.processes, system.environment};
  }
  store::Homes homes() { return store::homes_of(environment_); }
  void join() { ASSERT_TRUE(join_fleet(own(), door_, {.url = kTeamUrl, .share = {}}).ok()); }
  BackgroundPushed push() {
    return push_in_background(own(), door_, {.folder = at("api"), .limit = Millis{120'000}});
  }
  FleetPushRecord record() { return store::load_fleet_push(own(), homes()); }
  std::unique_ptr<os::File> hold(const os::Path& path) {
    std::filesystem::create_directories(path.parent_path());
    const os::System system = own();
    auto held = os::lock_file(system.files, system.clock, system.random, path, Millis{0});
    EXPECT_TRUE(held.ok());
    return held.ok() ? *std::move(held) : nullptr;
  }
  bool is_free(const os::Path& path) {
    const os::System system = own();
    return os::lock_file(system.files, system.clock, system.random, path, Millis{0}).ok();
  }

  os::FakeClock clock_;
  FileDoor door_{at("server.db").native()};
};

TEST_F(FleetBackgroundTest, WhoJoinedNothingOrPushesByHandSendsNothing) {
  EXPECT_EQ(push(), BackgroundPushed::not_wanted);
  join();
  const int opened = door_.opened;
  put("home/.config/holdfast/config.yaml",
      std::string("index:\n  url: ") + kTeamUrl + "\nfleet:\n  push: manual\n");
  EXPECT_EQ(push(), BackgroundPushed::not_wanted);
  EXPECT_EQ(door_.opened, opened);
  put("home/.config/holdfast/config.yaml",
      std::string("index:\n  url: ") + kTeamUrl + "\nfleet:\n  push: turn\n");
  EXPECT_EQ(push(), BackgroundPushed::sent);
}

TEST_F(FleetBackgroundTest, WhatWasSentIsOnRecordFromItsBeginning) {
  tell(EventKind::session_start, kRun);
  join();
  const std::string began_at = base::to_iso(clock_.now());
  door_.when_opened = [&] { clock_.advance(std::chrono::seconds(7)); };
  ASSERT_EQ(push(), BackgroundPushed::sent);
  EXPECT_EQ(record().began_at, began_at);
  EXPECT_EQ(record().at, base::to_iso(clock_.now()));
  EXPECT_EQ(record().attempt_at, "");
  EXPECT_EQ(record().failures, 0);
  EXPECT_TRUE(is_free(store::fleet_push_lock_path(homes())));
  EXPECT_TRUE(is_free(store::fleet_next_lock_path(homes())));
}

TEST_F(FleetBackgroundTest, WhereSomebodyWaitsAlreadyNobodyElseDoes) {
  join();
  const auto sending = hold(store::fleet_push_lock_path(homes()));
  const auto next = hold(store::fleet_next_lock_path(homes()));
  const auto before = clock_.steady();
  EXPECT_EQ(push(), BackgroundPushed::somebody_waits);
  EXPECT_EQ(clock_.steady(), before) << "It does not wait for that.";
}

TEST_F(FleetBackgroundTest, TheOneWhoWaitsEndsByItself) {
  join();
  const auto sending = hold(store::fleet_push_lock_path(homes()));
  const auto before = clock_.steady();
  EXPECT_EQ(push(), BackgroundPushed::timed_out);
  EXPECT_GE(clock_.steady() - before, std::chrono::seconds(120));
  EXPECT_LT(clock_.steady() - before, std::chrono::seconds(121));
  EXPECT_TRUE(is_free(store::fleet_next_lock_path(homes())));
}

// Who comes while we send must be able to wait for us: we may have read past theirs.
TEST_F(FleetBackgroundTest, WhileOneSendsAnotherMayWait) {
  join();
  bool may_wait = false;
  door_.when_opened = [&] {
    may_wait = is_free(store::fleet_next_lock_path(homes())) &&
               !is_free(store::fleet_push_lock_path(homes()));
  };
  EXPECT_EQ(push(), BackgroundPushed::sent);
  EXPECT_TRUE(may_wait);
}

TEST_F(FleetBackgroundTest, AfterAFailureTheNextTurnsAreLeftAloneForAWhile) {
  join();
  door_.is_away = true;
  const int opened = door_.opened;
  EXPECT_EQ(push(), BackgroundPushed::failed);
  EXPECT_EQ(push(), BackgroundPushed::too_soon);
  clock_.advance(std::chrono::seconds(30));
  EXPECT_EQ(push(), BackgroundPushed::failed);
  EXPECT_EQ(door_.opened, opened + 2);
  EXPECT_EQ(record().failures, 2);
  EXPECT_EQ(record().problem, "the index on db: nobody answers");
  door_.is_away = false;
  clock_.set(clock_.now() - std::chrono::hours(1));
  EXPECT_EQ(push(), BackgroundPushed::sent)
      << "The failure is in the future: it counts for nothing.";
  EXPECT_EQ(record().failures, 0);
  EXPECT_EQ(record().problem, "");
}

// A push that was killed could not say how it ended.
TEST_F(FleetBackgroundTest, OneThatWasKilledHindersNobodyAndIsCounted) {
  join();
  ASSERT_EQ(push(), BackgroundPushed::sent);
  FleetPushRecord killed = record();
  const std::string good = killed.began_at;
  killed.attempt_at = base::to_iso(clock_.now());
  ASSERT_TRUE(store::keep_fleet_push(own(), homes(), killed).ok());
  // The next one is killed as well, after it has begun.
  FleetPushRecord begun;
  door_.when_opened = [&] { begun = record(); };
  ASSERT_EQ(push(), BackgroundPushed::sent) << "It was tried at once.";
  EXPECT_EQ(begun.failures, 1);
  EXPECT_NE(begun.attempt_at, "");
  ASSERT_TRUE(store::keep_fleet_push(own(), homes(), begun).ok());
  door_.is_away = true;
  EXPECT_EQ(push(), BackgroundPushed::failed) << "And so was this one.";
  EXPECT_EQ(record().failures, 3);
  EXPECT_EQ(record().began_at, good);
}

TEST_F(FleetBackgroundTest, WhatIsCutOffByTheDeadlineDoesNotCountAsSent) {
  tell(EventKind::session_start, kRun);
  join();
  door_.when_opened = [&] { clock_.advance(std::chrono::seconds(100)); };
  EXPECT_EQ(push(), BackgroundPushed::sent);
  EXPECT_EQ(record().began_at, "");
  EXPECT_EQ(record().attempt_at, "");
  door_.when_opened = {};
  EXPECT_EQ(push(), BackgroundPushed::sent);
  EXPECT_NE(record().began_at, "");
}

TEST_F(FleetBackgroundTest, JoiningAnotherServerForgetsWhatThisOneWasSent) {
  join();
  ASSERT_EQ(push(), BackgroundPushed::sent);
  join();
  EXPECT_NE(record().began_at, "") << "The same one again.";
  ASSERT_TRUE(join_fleet(own(), door_, {.url = "postgresql://other/team", .share = {}}).ok());
  EXPECT_EQ(record().began_at, "");
}

class FleetAfterTurnTest : public FleetBackgroundTest {
 protected:
  void end_turn(EventKind kind = EventKind::turn_end, model::HostReply reply = {}) {
    if (reply.decision_id.empty()) reply.decision_id = "7d1054b6:3";
    model::HostEvent event;
    event.kind = kind;
    event.folder = at("api").native();
    push_after(own(), programs_, event, reply);
  }
  os::FakeDetachedPrograms programs_;
};

TEST_F(FleetAfterTurnTest, APushIsStartedBesideTheProgram) {
  join();
  end_turn();
  end_turn(EventKind::session_end);
  ASSERT_EQ(programs_.started.size(), 2U);
  EXPECT_EQ(programs_.started[0],
            (std::vector<std::string>{"/usr/bin/holdfast-fleet", "fleet", "push", "--background",
                                      "--project", at("api").native()}));
}

TEST_F(FleetAfterTurnTest, NothingIsStartedWhereThereIsNothingToSend) {
  end_turn();
  join();
  for (const EventKind kind : {EventKind::agent_stop, EventKind::before_tool, EventKind::prompt}) {
    end_turn(kind);
  }
  model::HostReply held;
  held.hold = "tests are missing";
  end_turn(EventKind::turn_end, held);
  model::HostEvent event;
  event.kind = EventKind::turn_end;
  push_after(own(), programs_, event, {});
  ASSERT_TRUE(leave_fleet(own()).ok());
  end_turn();
  EXPECT_TRUE(programs_.started.empty());
}

TEST_F(FleetAfterTurnTest, NoProcessIsStartedThatWouldHaveNothingToDo) {
  join();
  door_.is_away = true;
  EXPECT_EQ(push(), BackgroundPushed::failed);
  end_turn();
  EXPECT_TRUE(programs_.started.empty()) << "It failed just now.";
  clock_.advance(std::chrono::seconds(31));
  {
    const auto waits = hold(store::fleet_next_lock_path(homes()));
    end_turn();
    EXPECT_TRUE(programs_.started.empty()) << "Somebody waits already.";
  }
  end_turn();
  EXPECT_EQ(programs_.started.size(), 1U);
}

TEST_F(FleetAfterTurnTest, WhatCannotBeStartedIsOnRecord) {
  join();
  programs_.problem = base::Error{Code::not_found, "holdfast-fleet cannot be started", ""};
  end_turn();
  EXPECT_EQ(record().failures, 1);
  EXPECT_EQ(record().problem, "holdfast-fleet cannot be started");
  clock_.advance(std::chrono::seconds(31));
  const auto sending = hold(store::fleet_push_lock_path(homes()));
  end_turn();
  EXPECT_EQ(record().failures, 1) << "The one that sends will say how it went.";
}

}  // namespace
}  // namespace engine
