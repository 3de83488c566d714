#include "store/fleet_push_record.h"

#include <gtest/gtest.h>

#include "os/fake.h"
#include "store/fleet_mark.h"
#include "store/fleet_places.h"

namespace store {
namespace {

class FleetPushRecordTest : public ::testing::Test {
 protected:
  os::FakeSystem fake_;
  Homes homes_ = homes_of(fake_.environment);
};

TEST_F(FleetPushRecordTest, WhatIsKeptIsRead) {
  const FleetPushRecord kept{.at = "2026-01-18T09:30:00.000Z",
                             .began_at = "2026-01-18T09:29:00.000Z",
                             .attempt_at = "2026-01-18T09:31:00.000Z",
                             .problem = std::string(100'000, 'x'),
                             .problem_at = "2026-01-18T09:32:00.000Z",
                             .failures = 3};
  ASSERT_TRUE(keep_fleet_push(fake_.system(), homes_, kept).ok());
  const FleetPushRecord read = load_fleet_push(fake_.system(), homes_);
  EXPECT_EQ(read.at, kept.at);
  EXPECT_EQ(read.began_at, kept.began_at);
  EXPECT_EQ(read.attempt_at, kept.attempt_at);
  EXPECT_EQ(read.problem, std::string(2000, 'x')) << "What is longer could not be read again.";
  EXPECT_EQ(read.problem_at, kept.problem_at);
  EXPECT_EQ(read.failures, 3);
  ASSERT_TRUE(forget_fleet_push(fake_.system(), homes_).ok());
  EXPECT_EQ(load_fleet_push(fake_.system(), homes_).at, "");
}

TEST_F(FleetPushRecordTest, OneOfBeforeOrOfSomebodyElseIsReadAsFarAsItGoes) {
  struct Row {
    const char* text;
    const char* at;
    std::int64_t failures;
  };
  for (const Row& row : std::vector<Row>{{R"({"at":"x","problem":"","problem_at":""})", "x", 0},
                                         {R"({"at":1,"failures":-5})", "", 0},
                                         {R"({"failures":9000000000000})", "", 1'000'000},
                                         {R"({"failures":"many"})", "", 0},
                                         {"[]", "", 0},
                                         {"{", "", 0}}) {
    fake_.files.poke(fleet_push_path(homes_), row.text);
    EXPECT_EQ(load_fleet_push(fake_.system(), homes_).at, row.at) << row.text;
    EXPECT_EQ(load_fleet_push(fake_.system(), homes_).failures, row.failures) << row.text;
  }
}

TEST_F(FleetPushRecordTest, AFullDiskLeavesTheRecordOfBefore) {
  ASSERT_TRUE(keep_fleet_push(fake_.system(), homes_, {.at = "before"}).ok());
  for (std::size_t call = 0; call < 20; ++call) {
    fake_.files.arm({os::Fault::Kind::error, call});
    const auto kept = keep_fleet_push(fake_.system(), homes_, {.at = "after"});
    fake_.files.disarm();
    EXPECT_EQ(load_fleet_push(fake_.system(), homes_).at, kept.ok() ? "after" : "before");
    if (kept.ok()) return;
  }
  FAIL() << "It was never written.";
}

TEST_F(FleetPushRecordTest, TheMarkIsThereWhileItIsKept) {
  EXPECT_FALSE(has_fleet_mark(fake_.files, homes_));
  ASSERT_TRUE(keep_fleet_mark(fake_.system(), homes_).ok());
  EXPECT_TRUE(has_fleet_mark(fake_.files, homes_));
  ASSERT_TRUE(remove_fleet_mark(fake_.files, homes_).ok());
  ASSERT_TRUE(remove_fleet_mark(fake_.files, homes_).ok());
  EXPECT_FALSE(has_fleet_mark(fake_.files, homes_));
  EXPECT_FALSE(has_fleet_mark(fake_.files, {}));
}

}  // namespace
}  // namespace store
