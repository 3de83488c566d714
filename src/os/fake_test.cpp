#include "os/fake.h"

#include <gtest/gtest.h>

#include "base/id.h"
#include "base/time.h"

namespace os {
namespace {

using std::chrono::microseconds;

TEST(FakeClockTest, NothingIsLostBetweenMicrosecondsAndMilliseconds) {
  FakeClock clock;
  const base::Instant start = clock.now();
  EXPECT_EQ(base::to_iso(start), "2026-01-18T09:30:00.000Z");
  for (int i = 0; i < 10; ++i) clock.sleep(microseconds{250});
  EXPECT_EQ(clock.steady(), microseconds{2500});
  EXPECT_EQ(clock.now() - start, base::Millis{2});
  clock.advance(microseconds{500});
  EXPECT_EQ(clock.now() - start, base::Millis{3});
}

TEST(FakeClockTest, AJumpOfTheWallTimeLeavesSteadyTimeAlone) {
  FakeClock clock;
  clock.set(clock.now() - std::chrono::hours(1));
  EXPECT_EQ(clock.steady(), microseconds{0});
}

TEST(FakeRandomTest, IsTheSameForTheSameSeedAndNeverRepeats) {
  FakeRandom first(7);
  FakeRandom second(7);
  FakeRandom third(8'000);
  const std::string id = first.uuid();
  EXPECT_EQ(id, second.uuid());
  EXPECT_NE(id, third.uuid());
  EXPECT_NE(id, first.uuid());
  EXPECT_TRUE(base::uuid_from_text(id).has_value());
}

TEST(FakeProcessesTest, KnowsThoseThatWereAdded) {
  FakeSystem fake;
  fake.processes.add({.pid = 7, .parent = 1, .name = "bash", .command_line = "", .start_ticks = 5});
  EXPECT_EQ(fake.system().processes.info(7)->name, "bash");
  fake.processes.remove(7);
  EXPECT_EQ(fake.processes.info(7).error().code, base::Code::not_found);
}

TEST(FakeEnvironmentTest, KnowsWhatWasSet) {
  FakeSystem fake;
  fake.environment.set("A", "");
  EXPECT_EQ(fake.environment.get("A"), "");
  EXPECT_EQ(fake.environment.get("B"), std::nullopt);
  EXPECT_EQ(fake.environment.text("HOME"), "/home/dev");
  fake.environment.unset("A");
  EXPECT_EQ(fake.environment.get("A"), std::nullopt);
}

}  // namespace
}  // namespace os
