#include "store/handoff_store.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "os/lock.h"
#include "store/test_crash.h"
#include "store/test_support.h"

namespace store {
namespace {

constexpr base::Millis kPatience{10};

struct HandoffStoreTest : ::testing::Test {
  os::FakeSystem machine;
  TestStore parts{machine.system()};
  HandoffStore store{machine.system(), parts.layout};

  os::Path folder() const { return parts.layout.handoffs(); }
  model::HandoffPacket packet(const std::string& goal) {
    model::HandoffPacket one;
    one.goal = goal;
    one.created_at = base::to_iso(machine.clock.now());
    return one;
  }
  std::string add(const std::string& goal) {
    const auto added = store.add(packet(goal), kPatience);
    EXPECT_TRUE(added.ok()) << added.error().message;
    return added.ok() ? added->id : "";
  }
  void accept(const std::string& id) {
    ASSERT_TRUE(store
                    .update(id, kPatience,
                            [&](model::HandoffPacket& one) {
                              one.accepted_at = base::to_iso(machine.clock.now());
                            })
                    .ok());
  }
};

TEST_F(HandoffStoreTest, APacketIsAFileOfItsIdForItsOwnerAlone) {
  const std::string id = add("Go on");
  EXPECT_EQ(id.substr(0, 11), "h-20260118-");
  EXPECT_EQ(id.size(), 19U);
  EXPECT_EQ(machine.files.info(folder() / (id + ".json"))->mode, 0600U);
  EXPECT_EQ(store.read(id)->goal, "Go on");
}

TEST_F(HandoffStoreTest, TheSameWordsTwiceAreOnePacketUntilItIsAccepted) {
  const std::string id = add("Go on");
  machine.clock.advance(std::chrono::hours{48});
  EXPECT_EQ(add("Go on"), id);
  EXPECT_NE(add("Go elsewhere"), id);
  EXPECT_EQ(store.list().packets.size(), 2U);
  accept(id);
  EXPECT_NE(add("Go on"), id);
}

TEST_F(HandoffStoreTest, SaidAgainOnTheSameDayItGetsAnIdOfItsOwn) {
  const std::string id = add("Go on");
  accept(id);
  const std::string again = add("Go on");
  EXPECT_NE(again, id);
  EXPECT_FALSE(store.read(id)->accepted_at.empty());
  EXPECT_TRUE(store.read(again)->accepted_at.empty());
}

TEST_F(HandoffStoreTest, TheNewestComesFirst) {
  add("first");
  machine.clock.advance(std::chrono::minutes{1});
  add("second");
  const auto packets = store.list().packets;
  ASSERT_EQ(packets.size(), 2U);
  EXPECT_EQ(packets[0].goal, "second");
}

TEST_F(HandoffStoreTest, WhatIsNoPacketIsPassedOverAndNamed) {
  const std::string id = add("good");
  const std::string good = *machine.files.peek(folder() / (id + ".json"));
  machine.files.poke(folder() / "h-1.json", "{");
  machine.files.poke(folder() / "h-2.json", R"({"goal":7})");
  machine.files.poke(folder() / "h-3.json", good);  // Another id than its name.
  machine.files.poke(folder() / "h-4.json", std::string(kPacketBytesMax + 1, ' '));
  machine.files.make_link(folder() / "h-5.json", folder() / (id + ".json"));
  machine.files.poke(folder() / "notes.txt", "mine");
  const auto listed = store.list();
  ASSERT_EQ(listed.packets.size(), 1U);
  EXPECT_EQ(listed.packets[0].id, id);
  EXPECT_EQ(listed.problems.size(), 5U);
}

TEST_F(HandoffStoreTest, AnIdIsNoWayOutOfTheFolder) {
  machine.files.poke(parts.layout.local() / "h-x.json", R"({"id":"h-x","goal":"g"})");
  for (const char* id : {"../h-x", "h-/../../h-x", "h-x", "", "h-..", "/etc/passwd"}) {
    const auto read = store.read(id);
    ASSERT_FALSE(read.ok()) << id;
    EXPECT_EQ(read.error().code, base::Code::not_found) << id;
  }
}

TEST_F(HandoffStoreTest, OfTwoHundredTheOldestThatWasAcceptedMakesRoom) {
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < kPacketsMax; ++i) {
    ids.push_back(add("goal " + std::to_string(i)));
    machine.clock.advance(std::chrono::seconds{1});
  }
  const auto full = store.add(packet("one more"), kPatience);
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().code, base::Code::refused);
  EXPECT_EQ(add("goal 7"), ids[7]) << "It is there already, so it needs no room.";
  accept(ids[150]);
  accept(ids[20]);
  add("one more");
  EXPECT_EQ(store.list().packets.size(), kPacketsMax);
  EXPECT_FALSE(store.read(ids[20]).ok());
  EXPECT_TRUE(store.read(ids[150]).ok());
}

TEST_F(HandoffStoreTest, PruningTakesWhatWasAcceptedLongAgoAndNothingElse) {
  const std::string old_one = add("old");
  const std::string waiting = add("waits");
  accept(old_one);
  machine.clock.advance(std::chrono::hours{24 * 40});
  const std::string young = add("young");
  accept(young);
  machine.files.poke(folder() / "h-odd.json",
                     R"({"id":"h-odd","goal":"g","accepted_at":"some day"})");
  const auto removed = store.prune(machine.clock.now() - std::chrono::days{30});
  ASSERT_TRUE(removed.ok());
  EXPECT_EQ(*removed, std::vector<std::string>{old_one});
  EXPECT_TRUE(store.read(waiting).ok());
  EXPECT_TRUE(store.read(young).ok());
  EXPECT_TRUE(store.prune(machine.clock.now() - std::chrono::days{30})->empty());
}

TEST_F(HandoffStoreTest, WithoutAnyNothingIsMade) {
  EXPECT_TRUE(store.list().packets.empty());
  EXPECT_TRUE(store.prune(machine.clock.now())->empty());
  EXPECT_FALSE(store.update("h-1", kPatience, [](model::HandoffPacket&) {}).ok());
  EXPECT_TRUE(machine.files.all_files().empty());
}

TEST_F(HandoffStoreTest, AChangeThatChangesNothingWritesNothing) {
  const std::string id = add("Go on");
  const auto before = machine.files.info(folder() / (id + ".json"))->inode;
  ASSERT_TRUE(store.update(id, kPatience, [](model::HandoffPacket&) {}).ok());
  EXPECT_EQ(machine.files.info(folder() / (id + ".json"))->inode, before);
}

TEST_F(HandoffStoreTest, ASecondWriterWaitsItsTimeAndNoLonger) {
  const std::string id = add("Go on");
  const auto held = os::lock_file(machine.files, machine.clock, machine.random,
                                  parts.layout.locks() / "handoffs.lock", kPatience);
  ASSERT_TRUE(held.ok());
  EXPECT_EQ(store.add(packet("x"), kPatience).error().code, base::Code::lock_timeout);
  EXPECT_EQ(store.update(id, kPatience, [](model::HandoffPacket&) {}).error().code,
            base::Code::lock_timeout);
}

TEST_F(HandoffStoreTest, ACrashAtAnyCallLeavesAWholePacketOrNone) {
  for (const End end : {End::none, End::kill, End::power_cut}) {
    for (std::size_t call = 0;; ++call) {
      SCOPED_TRACE(call);
      os::FakeSystem fresh;
      TestStore own{fresh.system()};
      const HandoffStore packets{fresh.system(), own.layout};
      const auto kind = end == End::none ? os::Fault::Kind::error : os::Fault::Kind::crash;
      fresh.files.arm({kind, call});
      const auto added = packets.add(packet("Go on"), kPatience);
      const bool over = fresh.files.calls() <= call;
      end_process(fresh.files, end);
      const auto listed = packets.list();
      EXPECT_TRUE(listed.problems.empty());
      if (added.ok()) {
        ASSERT_EQ(listed.packets.size(), 1U);
        EXPECT_EQ(listed.packets[0].id, added->id);
      }
      const auto again = packets.add(packet("Go on"), kPatience);
      EXPECT_TRUE(again.ok()) << again.error().message;
      EXPECT_EQ(packets.list().packets.size(), 1U);
      if (over) break;
    }
  }
}

}  // namespace
}  // namespace store
