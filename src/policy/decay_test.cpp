#include "policy/decay.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>

namespace policy {
namespace {

constexpr double kFloor = 0.3;

// S3-92, S3-94, S3-133, SC-63
TEST(DecayTest, AConfidenceOfOneIsWorthAThirtyFifthLessEachTwelveHours) {
  EXPECT_NEAR(decayed_confidence(1.0, 48, kFloor), 0.8857, 0.0001);
  EXPECT_DOUBLE_EQ(decayed_confidence(1.0, 0, kFloor), 1.0);
  EXPECT_DOUBLE_EQ(decayed_confidence(1.0, 168, kFloor), 0.6);
  EXPECT_DOUBLE_EQ(decayed_confidence(1.0, 294, kFloor), 0.3);
  EXPECT_DOUBLE_EQ(decayed_confidence(1.0, 1e9, kFloor), 0.3);
}

// S3-93, SC-63
TEST(DecayTest, WhatFallsBelowTheFloorIsDropped) {
  EXPECT_FALSE(survives_decay(0.9, 294, kFloor));
  EXPECT_TRUE(survives_decay(0.9, 48, kFloor));
  EXPECT_TRUE(survives_decay(1.0, 294, kFloor));  // Exactly the floor.
  EXPECT_FALSE(survives_decay(0.29, 0, kFloor));
}

// B3-19
TEST(DecayTest, TheFloorOfTheConfigurationCountsInBothPlaces) {
  EXPECT_DOUBLE_EQ(decayed_confidence(1.0, 1000, 0.5), 0.5);
  EXPECT_TRUE(survives_decay(1.0, 1000, 0.5));
  EXPECT_FALSE(survives_decay(0.99, 1000, 0.5));
  EXPECT_FALSE(survives_decay(0.5, 1000, 0.1));
}

// B3-20
TEST(DecayTest, AClockThatWentBackDoesNotRaiseAConfidence) {
  EXPECT_DOUBLE_EQ(decayed_confidence(0.8, -500, kFloor), 0.8);
}

TEST(DecayTest, WhatIsNoNumberIsNotTold) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(survives_decay(kNan, 1, kFloor));
  EXPECT_FALSE(survives_decay(kInfinity, 1, kFloor));
  EXPECT_FALSE(survives_decay(1, kNan, kFloor));
  EXPECT_FALSE(survives_decay(1, 1, kNan));
  EXPECT_TRUE(survives_decay(1, kInfinity, kFloor));
}

double any_between(double low, double high) {
  constexpr int kSteps = 1'000'000;
  return low + (high - low) * *rc::gen::inRange(0, kSteps + 1) / kSteps;
}

// S3-91, S3-92
TEST(DecayProperty, OlderIsNeverWorthMoreAndNeverMoreThanTheConfidence) {
  EXPECT_TRUE(rc::check([] {
    const double confidence = any_between(0, 1);
    const double floor = any_between(0.1, 0.9);
    const double age_hours = any_between(-100, 1000);
    const double later = age_hours + any_between(0, 1000);
    const double now = decayed_confidence(confidence, age_hours, floor);
    RC_ASSERT(now <= confidence);
    RC_ASSERT(now >= confidence * floor - 1e-12);
    RC_ASSERT(decayed_confidence(confidence, later, floor) <= now);
    if (!survives_decay(confidence, age_hours, floor)) {
      RC_ASSERT(!survives_decay(confidence, later, floor));
    }
  }));
}

}  // namespace
}  // namespace policy
