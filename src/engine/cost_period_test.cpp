#include "engine/cost_period.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

constexpr std::int32_t kToday = 20767;  // 2026-11-10

TEST(CostPeriod, DaysAreReadAndWritten) {
  EXPECT_EQ(day_text(kToday), "2026-11-10");
  EXPECT_EQ(day_text(-1), "1969-12-31");
  struct Row {
    std::string_view text;
    std::int32_t day;
  };
  for (const Row& row :
       {Row{"2026-11-10", kToday}, Row{"20261101", kToday - 9}, Row{"today", kToday},
        Row{"1d", kToday}, Row{"7d", kToday - 6}, Row{"2w", kToday - 13}}) {
    SCOPED_TRACE(row.text);
    const auto day = day_from_text(row.text, kToday, "--since");
    ASSERT_TRUE(day.ok());
    EXPECT_EQ(*day, row.day);
  }
  EXPECT_EQ(month_start(kToday), kToday - 9);
  EXPECT_EQ(month_start(month_start(kToday)), kToday - 9);
}

TEST(CostPeriod, WhatIsNoDayIsRefused) {
  for (const std::string_view text :
       {"", "d", "0d", "-1d", "7", "7h", "99999999d", "99999999999999999999d", "2026-13-01",
        "2026-02-30", "2026-1-1", "yesterday-ish", "2026/11/10"}) {
    SCOPED_TRACE(text);
    const auto day = day_from_text(text, kToday, "--since");
    ASSERT_FALSE(day.ok());
    EXPECT_EQ(day.error().code, base::Code::invalid_value);
    EXPECT_TRUE(day.error().message.starts_with("--since: "));
  }
}

}  // namespace
}  // namespace engine
