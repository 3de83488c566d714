#include "os/lock.h"

#include <gtest/gtest.h>

#include "os/fake.h"
#include "os/real.h"
#include "os/test_support.h"

namespace os {
namespace {

using base::Code;
using base::Millis;
using std::chrono::microseconds;

// Remembers how it was waited on.
class ListeningClock final : public Clock {
 public:
  base::Instant now() override { return {}; }
  microseconds steady() override { return steady_; }
  void sleep(microseconds duration) override {
    sleeps.push_back(duration);
    steady_ += duration;
  }

  std::vector<microseconds> sleeps;

 private:
  microseconds steady_{0};
};

TEST(LockTest, IsTakenAtOnceWhereNobodyHoldsIt) {
  FakeSystem fake;
  const auto held = lock_file(fake.files, fake.clock, fake.random, "/l", Millis{0});
  ASSERT_TRUE(held.ok());
  EXPECT_EQ(fake.clock.steady(), microseconds{0});
  EXPECT_EQ(fake.files.info("/l")->mode, 0600U);  // BX-4
}

TEST(LockTest, GivesUpWhenTheTimeIsOverAndNotBefore) {
  FakeSystem fake;
  const auto held = lock_file(fake.files, fake.clock, fake.random, "/l", Millis{0});
  ASSERT_TRUE(held.ok());
  const auto other = lock_file(fake.files, fake.clock, fake.random, "/l", Millis{2000});
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, Code::lock_timeout);
  EXPECT_EQ(other.error().message, "/l: another process holds the lock");
  EXPECT_EQ(fake.clock.steady(), Millis{2000});
}

TEST(LockTest, PausesGrowAndAreNeverTheSameForTwoThatWait) {
  FakeDisk disk;
  FakeRandom random;
  disk.poke("/l", "");
  const auto held = disk.open("/l", {});
  ASSERT_TRUE((*held)->try_lock().value());
  std::vector<std::vector<microseconds>> sleeps;
  for (int i = 0; i < 2; ++i) {
    ListeningClock clock;
    const auto waiting = disk.open("/l", {});
    ASSERT_FALSE(lock(**waiting, clock, random, Millis{200}).ok());
    sleeps.push_back(clock.sleeps);
    ASSERT_GT(clock.sleeps.size(), 40U);
    clock.sleeps.pop_back();  // The last one is cut at the deadline.
    EXPECT_LE(clock.sleeps.front(), microseconds{200});
    for (const microseconds pause : clock.sleeps) {
      EXPECT_GE(pause, microseconds{100});
      EXPECT_LE(pause, microseconds{1000});
    }
  }
  EXPECT_NE(sleeps[0], sleeps[1]);
}

TEST(LockTest, AFreedLockIsTakenByTheOneThatWaits) {
  FakeSystem fake;
  auto held = lock_file(fake.files, fake.clock, fake.random, "/l", Millis{0});
  ASSERT_TRUE(held.ok());
  held->reset();
  EXPECT_TRUE(lock_file(fake.files, fake.clock, fake.random, "/l", Millis{0}).ok());
}

TEST(LockTest, ALinkInThePlaceOfALockFileIsRefused) {  // BX-4
  FakeSystem fake;
  fake.files.poke("/secret", "precious");
  fake.files.make_link("/l", "/secret");
  const auto held = lock_file(fake.files, fake.clock, fake.random, "/l", Millis{0});
  ASSERT_FALSE(held.ok());
  EXPECT_EQ(held.error().code, Code::io);
}

TEST(LockTest, AFailingDiskIsNotTakenForALockHeldByAnother) {
  FakeSystem fake;
  fake.files.arm({.kind = Fault::Kind::error, .at_call = 1});
  const auto held = lock_file(fake.files, fake.clock, fake.random, "/l", Millis{1000});
  ASSERT_FALSE(held.ok());
  EXPECT_EQ(held.error().code, Code::io);
}

TEST(LockTest, ExcludesAnotherProcessAndIsReleasedWhenThatIsKilled) {  // BX-4, S4-78
  TemporaryFolder folder;
  RealSystem real;
  const System system = real.system();
  const auto take = [&](Millis timeout) {
    return lock_file(system.files, system.clock, system.random, folder / "l", timeout);
  };
  Pipe ready;
  ChildProcess holder([&] {
    const auto held = take(Millis{0});
    if (!held.ok()) ::_exit(1);
    ready.put("x");
    hold_on();
  });
  ready.await_byte();
  const auto refused = take(Millis{5});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, Code::lock_timeout);
  holder.kill_and_wait();
  EXPECT_TRUE(take(Millis{0}).ok());
}

TEST(LockTest, WaitsForAnotherProcessThatLetsGo) {
  TemporaryFolder folder;
  RealSystem real;
  const System system = real.system();
  Pipe ready;
  Pipe go;
  ChildProcess holder([&] {
    const auto held = lock_file(system.files, system.clock, system.random, folder / "l", Millis{0});
    if (!held.ok()) ::_exit(1);
    ready.put("x");
    go.await_byte();
  });
  ready.await_byte();
  go.put("x");
  EXPECT_TRUE(
      lock_file(system.files, system.clock, system.random, folder / "l", Millis{30'000}).ok());
}

}  // namespace
}  // namespace os
