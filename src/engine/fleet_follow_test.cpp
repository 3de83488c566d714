#include "engine/fleet_follow.h"

#include <gtest/gtest.h>

#include "os/fake.h"
#include "os/fake_detached.h"
#include "store/fleet_mark.h"
#include "store/fleet_push_record.h"

namespace engine {
namespace {

using Seconds = std::chrono::seconds;

class FleetFeedTest : public ::testing::Test {
 protected:
  store::Homes homes() { return store::homes_of(fake_.environment); }
  void join(const std::string& push = "turn") {
    ASSERT_TRUE(store::keep_fleet_mark(fake_.system(), homes()).ok());
    fake_.files.poke("/home/dev/.config/holdfast/config.yaml",
                     "index:\n  url: postgresql://db/team\nfleet:\n  push: " + push + "\n");
  }
  // The push has ended, and its record says so.
  void ended(std::int64_t failures) {
    ASSERT_TRUE(store::keep_fleet_push(fake_.system(), homes(),
                                       {.problem = "nobody answers", .failures = failures})
                    .ok());
    programs_.running.clear();
  }
  // How many have been started after so long; time passes as the feed asks for it.
  std::size_t after(Seconds time) {
    const auto until = fake_.clock.steady() + time;
    for (int steps = 0; steps < 10'000; ++steps) {
      const auto next = feed_.step();
      if (!next || *next > until) break;
      fake_.clock.advance(std::max(*next - fake_.clock.steady(), std::chrono::microseconds{0}));
    }
    fake_.clock.advance(until - fake_.clock.steady());
    return programs_.started.size();
  }

  os::FakeSystem fake_;
  os::FakeDetachedPrograms programs_;
  FleetFeed feed_{fake_.system(), programs_};
};

TEST_F(FleetFeedTest, APushComesAFewSecondsAfterATouchAndTakesAllOfThem) {
  join();
  EXPECT_EQ(after(Seconds(60)), 0U) << "Nothing was touched.";
  feed_.touch();
  EXPECT_EQ(after(Seconds(2)), 0U);
  feed_.touch();
  EXPECT_EQ(after(Seconds(2)), 1U);
  EXPECT_EQ(programs_.started[0],
            (std::vector<std::string>{"/usr/bin/holdfast-fleet", "fleet", "push", "--background"}));
  feed_.touch();
  EXPECT_EQ(after(Seconds(60)), 1U) << "One at a time.";
  ended(0);
  EXPECT_EQ(after(Seconds(5)), 2U);
  ended(0);
  EXPECT_EQ(after(Seconds(600)), 2U);
}

TEST_F(FleetFeedTest, WhoJoinedNothingOrPushesByHandStartsNothing) {
  feed_.touch();
  EXPECT_EQ(after(Seconds(60)), 0U);
  join("manual");
  feed_.touch();
  EXPECT_EQ(after(Seconds(60)), 0U);
  join();
  feed_.touch();
  EXPECT_EQ(after(Seconds(60)), 1U) << "Joined while it ran.";
}

TEST_F(FleetFeedTest, AServerThatIsAwayIsTriedAgainByItselfLessAndLess) {
  join();
  feed_.touch();
  ASSERT_EQ(after(Seconds(4)), 1U);
  ended(1);
  EXPECT_EQ(after(Seconds(29)), 1U);
  EXPECT_EQ(after(Seconds(2)), 2U);
  for (std::int64_t failures = 2; failures < 6; ++failures) {
    ended(failures);
    const std::size_t before = programs_.started.size();
    EXPECT_EQ(after(Seconds(58)), before);
    feed_.touch();
    EXPECT_EQ(after(Seconds(4)), before + 1) << failures;
  }
  ended(0);
  EXPECT_EQ(after(Seconds(600)), 6U) << "All is sent.";
}

TEST_F(FleetFeedTest, AProgramThatCannotBeStartedIsTriedAgain) {
  join();
  programs_.problem = base::Error{base::Code::not_found, "there is none", ""};
  feed_.touch();
  EXPECT_EQ(after(Seconds(10)), 0U);
  programs_.problem.reset();
  EXPECT_EQ(after(Seconds(30)), 1U);
}

TEST(FleetFollowTest, ItStopsAtOnceWhateverThePushDoes) {
  os::FakeSystem fake;
  os::FakeDetachedPrograms programs;
  FleetFollow follow(fake.system(), programs);
  follow.start();
  follow.touch();
  follow.stop();
}

}  // namespace
}  // namespace engine
