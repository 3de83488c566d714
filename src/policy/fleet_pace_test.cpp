#include "policy/fleet_pace.h"

#include <gtest/gtest.h>

#include "policy/testing_scene.h"

namespace policy {
namespace {

using base::Millis;

TEST(FleetPaceTest, RightAfterAFailureNothingIsTried) {
  EXPECT_FALSE(is_too_soon(std::nullopt, kNow));
  EXPECT_TRUE(is_too_soon(kNow, kNow));
  EXPECT_TRUE(is_too_soon(kNow - Millis{29'999}, kNow));
  EXPECT_FALSE(is_too_soon(kNow - Millis{30'000}, kNow));
  EXPECT_FALSE(is_too_soon(kNow + Millis{1}, kNow)) << "The clock was set back.";
}

TEST(FleetPaceTest, AServerThatIsAwayIsAskedLessAndLess) {
  EXPECT_EQ(pause_after(0), Millis{0});
  EXPECT_EQ(pause_after(1), Millis{30'000});
  for (const std::int64_t failures : {2, 3, 1'000'000}) {
    EXPECT_EQ(pause_after(failures), Millis{60'000}) << failures;
  }
}

TEST(FleetPaceTest, AFewMinutesAreNotLate) {
  EXPECT_FALSE(is_late(kNow - Millis{300'000}, kNow));
  EXPECT_TRUE(is_late(kNow - Millis{300'001}, kNow));
  EXPECT_FALSE(is_late(kNow + Millis{300'001}, kNow));
}

TEST(FleetPaceTest, APushInTheFutureProvesNothing) {
  EXPECT_EQ(sent_until(kNow - Millis{1}, kNow), kNow - Millis{1});
  EXPECT_EQ(sent_until(kNow, kNow), kNow);
  EXPECT_EQ(sent_until(kNow + Millis{1}, kNow), std::nullopt);
  EXPECT_EQ(sent_until(std::nullopt, kNow), std::nullopt);
}

}  // namespace
}  // namespace policy
