#include "policy/pin_inheritance.h"

#include <gtest/gtest.h>

#include "policy/testing_scene.h"

namespace policy {
namespace {

using model::Pin;

Pin critical(std::string content) {
  Pin result = pin(std::move(content));
  result.importance = "CRITICAL";
  return result;
}

std::vector<Pin> numbered(const std::string& word, int count) {
  std::vector<Pin> pins;
  for (int i = 0; i < count; ++i) pins.push_back(pin(word + " " + std::to_string(i)));
  return pins;
}

// The wish of a session with `live` pins, whose best ancestor "A" left `left`.
PinWish wish(const std::vector<Pin>& live, const std::vector<Pin>& left) {
  PinWish result;
  result.live = live;
  result.ancestors = {{"A", "2026-02-18T09:00:00Z", left, true, true}};
  result.max_inherited = 5;
  return result;
}

std::vector<std::string> contents(const std::vector<Pin>& pins) {
  std::vector<std::string> result;
  for (const Pin& one : pins) result.push_back(one.content);
  return result;
}

std::vector<std::string> reasons(const PinChoice& choice) {
  std::vector<std::string> result;
  for (const SkippedPin& one : choice.skipped) result.push_back(one.because);
  return result;
}

// B3-1, SC-61, S3-11, S3-116, S3-135
TEST(PinInheritanceTest, SevenLivePinsLeaveRoomForThree) {
  const std::vector<Pin> left = numbered("left", 5);
  struct Row {
    int live;
    std::size_t taken;
  };
  for (const Row& row : {Row{7, 3}, Row{5, 5}, Row{10, 0}, Row{0, 5}, Row{12, 0}}) {
    SCOPED_TRACE(row.live);
    const std::vector<Pin> live = numbered("live", row.live);
    EXPECT_EQ(choose_pins(wish(live, left)).taken.size(), row.taken);
  }
}

// SC-61
TEST(PinInheritanceTest, WhatHasNoRoomIsNamedWithTheReason) {
  const std::vector<Pin> live = numbered("live", 10);
  const std::vector<Pin> left{pin("c", "plan")};
  const PinChoice choice = choose_pins(wish(live, left));
  ASSERT_EQ(choice.skipped.size(), 1U);
  EXPECT_EQ(choice.skipped[0].session, "A");
  EXPECT_EQ(choice.skipped[0].label, "plan");
  EXPECT_EQ(choice.skipped[0].because, "no room: 10 of 10");
}

// S3-57, S3-62
TEST(PinInheritanceTest, TheLimitCountsUnlessNoneIsGiven) {
  const std::vector<Pin> left = numbered("left", 8);
  PinWish asked = wish({}, left);
  EXPECT_EQ(choose_pins(asked).taken.size(), 5U);
  EXPECT_EQ(reasons(choose_pins(asked)), std::vector<std::string>(3, "no more than 5"));
  asked.max_inherited.reset();
  EXPECT_EQ(choose_pins(asked).taken.size(), 8U);
  asked.cap = 6;
  EXPECT_EQ(choose_pins(asked).taken.size(), 6U);
}

// S3-71
TEST(PinInheritanceTest, TheBestSessionsPinsComeNewestFirst) {
  const std::vector<Pin> left{pin("old", "", "2026-02-18T08:00:00Z"), pin("no time"),
                              pin("new", "", "2026-02-18T09:00:00Z"),
                              pin("same as new", "", "2026-02-18T10:00:00+01:00")};
  EXPECT_EQ(contents(choose_pins(wish({}, left)).taken),
            (std::vector<std::string>{"same as new", "new", "old", "no time"}));
}

// S3-143, SC-61, B3-19
TEST(PinInheritanceTest, CriticalPinsOfAllAncestorsComeFirst) {
  const std::vector<Pin> best{pin("plain"), critical("best critical")};
  const std::vector<Pin> low{pin("low plain"), pin("CRITICAL: keep out of main")};
  const std::vector<Pin> old{critical("too old")};
  PinWish asked;
  asked.ancestors = {
      {"A", "t", best, true, true}, {"B", "t", low, false, true}, {"C", "t", old, false, false}};
  asked.max_inherited = 5;
  EXPECT_EQ(contents(choose_pins(asked).taken),
            (std::vector<std::string>{"best critical", "CRITICAL: keep out of main", "plain"}));
  asked.ancestors[0].critical_counts = false;  // The best one gives all of its pins all the same.
  EXPECT_EQ(contents(choose_pins(asked).taken),
            (std::vector<std::string>{"best critical", "CRITICAL: keep out of main", "plain"}));
}

TEST(PinInheritanceTest, CriticalIsSaidByImportanceLabelOrContent) {
  EXPECT_TRUE(is_critical(critical("x")));
  EXPECT_TRUE(is_critical(pin("x", "[CRITICAL] rule")));
  EXPECT_TRUE(is_critical(pin("x", "CRITICAL: rule")));
  EXPECT_TRUE(is_critical(pin("note [CRITICAL]")));
  EXPECT_TRUE(is_critical(pin("(CRITICAL: x)")));
  EXPECT_FALSE(is_critical(pin("it is critical: act")));
  EXPECT_FALSE(is_critical(pin("NONCRITICAL: x")));
  EXPECT_FALSE(is_critical(pin("NON-CRITICAL: x")));
}

// S3-132, S3-142, SC-60
TEST(PinInheritanceTest, APinSaysWhereItComesFrom) {
  std::vector<Pin> left{pin("c", "plan", "2026-02-18T08:00:00Z"), pin("d")};
  left[0].run = "r";
  const auto taken = choose_pins(wish({}, left)).taken;
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(taken[0].label, "plan [inherited from A @ 2026-02-18T09:00:00Z]");
  EXPECT_EQ(taken[0].inherited_from, (model::PinOrigin{"A", "2026-02-18T09:00:00Z", "plan"}));
  EXPECT_EQ(taken[0].pinned_at, "2026-02-18T08:00:00Z");
  EXPECT_EQ(taken[0].run, "");
  EXPECT_EQ(taken[1].label, "[inherited from A @ 2026-02-18T09:00:00Z]");
}

// B3-12
TEST(PinInheritanceTest, TheFirstOriginStaysHoweverManySessionsAPinGoesThrough) {
  std::vector<Pin> pins{pin("c", "plan"), pin("d")};
  for (const char* session : {"A", "B", "C"}) {
    PinWish asked;
    const std::vector<Pin> left = pins;
    asked.ancestors = {{session, "t", left, true, true}};
    pins = choose_pins(asked).taken;
    // The other tool's layout keeps the label alone: that must be enough.
    for (Pin& one : pins) one.inherited_from.reset();
    std::sort(pins.begin(), pins.end(),
              [](const Pin& a, const Pin& b) { return a.content < b.content; });
    ASSERT_EQ(pins.size(), 2U);
    EXPECT_EQ(pins[0].label, "plan [inherited from A @ t]");
    EXPECT_EQ(pins[1].label, "[inherited from A @ t]");
  }
}

// B3-12
TEST(PinInheritanceTest, NestedProvenanceOfAnotherToolIsTakenOff) {
  EXPECT_EQ(origin_label(pin("c", "plan [inherited from A @ t] [inherited from B @ u]")), "plan");
  EXPECT_EQ(origin_label(pin("c", "[inherited from A @ t]")), "");
  EXPECT_EQ(origin_label(pin("c", "notes [inherited from legacy code]")),
            "notes [inherited from legacy code]");
  const std::vector<Pin> left{pin("c", "plan [inherited from A @ t] [inherited from B @ u]")};
  EXPECT_EQ(choose_pins(wish({}, left)).taken[0].label, "plan [inherited from A @ t]");
}

// B3-11, B3-12, S3-124, S3-137, SC-62
TEST(PinInheritanceTest, WhatIsThereIsNotTakenAgain) {
  const std::vector<Pin> left{pin("same content\n", "other label"), pin("other content", "plan"),
                              pin("inherited content", "rule [inherited from X @ t]")};
  const std::vector<Pin> live{pin("  same content"), pin("c", "plan [inherited from X @ t]"),
                              pin("d", "rule")};
  const PinChoice choice = choose_pins(wish(live, left));
  EXPECT_TRUE(choice.taken.empty());
  EXPECT_EQ(reasons(choice), std::vector<std::string>(3, "there already"));
}

TEST(PinInheritanceTest, PinsThatShareNothingButTheTagAreTwo) {
  const std::vector<Pin> left{pin("one", "[CRITICAL]"), pin("two", "[CRITICAL]")};
  EXPECT_EQ(choose_pins(wish({}, left)).taken.size(), 2U);
}

// B3-10
TEST(PinInheritanceTest, WhatIsMostlyRedactedIsNotTaken) {
  for (const char* content :
       {"[REDACTED]", "password: [REDACTED]", "the API key: [REDACTED]", "password=hunter2",
        "a=[REDACTED], token: [REDACTED]", "<private>the plan</private>"}) {
    SCOPED_TRACE(content);
    EXPECT_TRUE(is_mostly_redacted(pin(content)));
    const std::vector<Pin> left{pin(content)};
    EXPECT_EQ(reasons(choose_pins(wish({}, left))), std::vector<std::string>{"mostly redacted"});
  }
  EXPECT_FALSE(is_mostly_redacted(pin("deploy to staging with token=[REDACTED] on Mondays")));
  EXPECT_FALSE(is_mostly_redacted(pin("x")));
}

// B3-9, S3-114
TEST(PinInheritanceTest, ASecretThatAnotherToolLeftIsNotCarriedOn) {
  const std::vector<Pin> left{
      pin("deploy to staging with password=hunter22 on Mondays only", "password=hunter22")};
  const auto taken = choose_pins(wish({}, left)).taken;
  ASSERT_EQ(taken.size(), 1U);
  EXPECT_EQ(taken[0].content, "deploy to staging with password=[REDACTED] on Mondays only");
  EXPECT_EQ(taken[0].label.find("hunter22"), std::string::npos);
  EXPECT_EQ(content_key(taken[0]), content_key(left[0]));
}

TEST(PinInheritanceTest, AnOriginCannotLeaveItsBrackets) {
  Pin hostile = pin("c", "plan");
  hostile.inherited_from = model::PinOrigin{"A] [x\nB", "t] y", "plan\n[inherited from Q @ r]"};
  const std::vector<Pin> left{hostile};
  const auto taken = choose_pins(wish({}, left)).taken;
  EXPECT_EQ(taken[0].label, "plan [inherited from A) (x B @ t) y]");
  EXPECT_EQ(origin_label(pin("c", taken[0].label)), "plan");
}

TEST(PinInheritanceTest, AnEmptyPinIsPassedOver) {
  const std::vector<Pin> left{pin(" \n")};
  EXPECT_TRUE(choose_pins(wish({}, left)).taken.empty());
}

}  // namespace
}  // namespace policy
