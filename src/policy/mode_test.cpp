#include "policy/mode.h"

#include <gtest/gtest.h>

#include <string>

#include "policy/testing_scene.h"
#include "policy/workflow.h"

namespace policy {
namespace {

using model::Mode;
using model::ModeName;

model::Run run_in(Mode mode) {
  model::Run run;
  run.mode = mode;
  return run;
}

TEST(ModeTest, EachModeDeniesWhatItsRowSays) {
  // S0-60, SC-16, B0-31
  struct Row {
    const char* tool;
    bool analysis;
    bool planning;
  };
  const Row rows[] = {
      {"Edit", true, true},         {"Write", true, true},  {"MultiEdit", true, true},
      {"NotebookEdit", true, true}, {"Bash", true, false},  {"Read", false, false},
      {"BashOutput", false, false}, {"Task", false, false}, {"WebFetch", false, false},
      {"mcp__x__y", false, false},  {"", false, false},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.tool);
    EXPECT_EQ(mode_denies(Mode::analysis, row.tool), row.analysis);
    EXPECT_EQ(mode_denies(Mode::planning, row.tool), row.planning);
    EXPECT_FALSE(mode_denies(Mode::coding, row.tool));
    EXPECT_FALSE(mode_denies(Mode::disabled, row.tool));
    EXPECT_EQ(mode_denies(ModeName("anlysis"), row.tool), row.analysis);
    EXPECT_EQ(mode_denies(ModeName(), row.tool), row.analysis);
  }
}

TEST(ModeTest, TheStricterOfTwoIsTheSameInBothOrders) {
  // B0-31
  const ModeName in_order[] = {Mode::analysis, Mode::planning, Mode::coding, Mode::disabled};
  for (std::size_t a = 0; a < std::size(in_order); ++a) {
    for (std::size_t b = a; b < std::size(in_order); ++b) {
      EXPECT_EQ(stricter(in_order[a], in_order[b]), in_order[a]);
      EXPECT_EQ(stricter(in_order[b], in_order[a]), in_order[a]);
    }
    EXPECT_EQ(stricter(in_order[a], ModeName("newer")), ModeName(Mode::analysis));
    EXPECT_EQ(stricter(ModeName("newer"), in_order[a]), ModeName(Mode::analysis));
  }
}

TEST(ModeTest, AChangeIsRecordedWithTimeReasonAndActor) {
  // S0-7
  const auto changed =
      change_mode(run_in(Mode::coding), {Mode::planning, "think first", "mcp", false}, kNow);
  ASSERT_TRUE(changed.ok());
  EXPECT_TRUE(changed->mode.is(Mode::planning));
  ASSERT_EQ(changed->mode_history.size(), 1U);
  EXPECT_TRUE(changed->mode_history[0].mode.is(Mode::planning));
  EXPECT_EQ(changed->mode_history[0].timestamp, "2026-01-18T09:30:00.123Z");
  EXPECT_EQ(changed->mode_history[0].reason, "think first");
  EXPECT_EQ(changed->mode_history[0].actor, "mcp");
}

TEST(ModeTest, TheSameModeAgainChangesNothing) {
  for (const Mode mode : {Mode::analysis, Mode::coding, Mode::disabled}) {
    const auto same = change_mode(run_in(mode), {mode, "again", "cli", false}, kNow);
    ASSERT_TRUE(same.ok());
    EXPECT_TRUE(same->mode_history.empty());
  }
}

TEST(ModeTest, OnlyAnOperatorEntersDisabledAndAnybodyLeavesIt) {
  // SC-17, B0-8
  const auto refused = change_mode(run_in(Mode::coding), {Mode::disabled, "", "cli", false}, kNow);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::Code::mode_forbidden);
  EXPECT_TRUE(change_mode(run_in(Mode::coding), {Mode::disabled, "", "cli", true}, kNow).ok());
  EXPECT_TRUE(change_mode(run_in(Mode::disabled), {Mode::coding, "", "mcp", false}, kNow).ok());
}

TEST(ModeTest, AModeNobodyKnowsIsRefusedWithTheListOfThoseThereAre) {
  // SC-16, B0-25, B0-31
  for (const char* name : {"anlysis", "", "Coding", "disabled "}) {
    const auto refused = change_mode(run_in(Mode::coding), {ModeName(name), "", "cli", true}, kNow);
    ASSERT_FALSE(refused.ok()) << name;
    EXPECT_EQ(refused.error().code, base::Code::invalid_value);
    EXPECT_EQ(refused.error().message.find("currentMode: "), 0U);
    EXPECT_NE(refused.error().message.find("analysis, planning, coding, disabled"),
              std::string::npos);
  }
}

TEST(ModeTest, AReasonBeyondTheLimitIsRefused) {
  // B0-26
  const std::string longest(kTextBytesMax, 'r');
  EXPECT_TRUE(change_mode(run_in(Mode::coding), {Mode::planning, longest, "", false}, kNow).ok());
  const auto refused =
      change_mode(run_in(Mode::coding), {Mode::planning, longest + "r", "", false}, kNow);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, base::Code::too_large);
}

}  // namespace
}  // namespace policy
