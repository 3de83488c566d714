#include "base/time.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

namespace base {
namespace {

constexpr Instant at(std::int64_t millis) { return Instant{Millis{millis}}; }

// BX-8
TEST(TimeTest, AnInstantIsSpelledAndReadInUtcWithMilliseconds) {
  struct Row {
    std::int64_t millis;
    const char* iso;
    const char* compact;
  };
  const std::vector<Row> rows = {
      {0, "1970-01-01T00:00:00.000Z", "19700101T000000Z"},
      {-1, "1969-12-31T23:59:59.999Z", "19691231T235959Z"},
      {1768728600123, "2026-01-18T09:30:00.123Z", "20260118T093000Z"},
      {1709164800000, "2024-02-29T00:00:00.000Z", "20240229T000000Z"},  // A leap day.
      {951825599999, "2000-02-29T11:59:59.999Z", "20000229T115959Z"},
      {253402300799999, "9999-12-31T23:59:59.999Z", "99991231T235959Z"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.iso);
    EXPECT_EQ(to_iso(at(row.millis)), row.iso);
    EXPECT_EQ(to_date(at(row.millis)), std::string(row.iso).substr(0, 10));
    EXPECT_EQ(to_compact_iso(at(row.millis)), row.compact);
    EXPECT_EQ(instant_from_iso(row.iso).value(), at(row.millis));
  }
}

TEST(TimeTest, EveryInstantReadsBackAsItself) {
  EXPECT_TRUE(rc::check([] {
    const Instant instant = at(*rc::gen::inRange<std::int64_t>(-62167219200000, 253402300800000));
    RC_ASSERT(instant_from_iso(to_iso(instant)).value() == instant);
  }));
}

TEST(TimeTest, EveryFormOfRfc3339IsRead) {
  struct Row {
    const char* text;
    std::int64_t millis;
  };
  const std::vector<Row> rows = {
      {"2026-01-18T09:30:00Z", 1768728600000},
      {"2026-01-18t09:30:00z", 1768728600000},
      {"2026-01-18T09:30:00.1Z", 1768728600100},
      {"2026-01-18T09:30:00.12Z", 1768728600120},
      {"2026-01-18T09:30:00.123456789Z", 1768728600123},
      {"2026-01-18T10:30:00+01:00", 1768728600000},
      {"2026-01-18T04:00:00.000-05:30", 1768728600000},
      {"2026-01-19T09:29:00+23:59", 1768728600000},
      {"2026-01-18T09:30:00+00:00", 1768728600000},
      {"2025-12-31T23:59:60Z", 1767225600000},  // A leap second is the next second.
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.text);
    const Result<Instant> read = instant_from_iso(row.text);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(*read, at(row.millis));
  }
}

TEST(TimeTest, GarbageIsNoTime) {
  const std::vector<std::string> rows = {
      "",
      "now",
      "2026-01-18",
      "2026-01-18T09:30Z",
      "2026-01-18T09:30:00",
      "2026-01-18 09:30:00Z",
      "2026-1-18T09:30:00Z",
      "26-01-18T09:30:00Z",
      "+2026-01-18T09:30:00Z",
      "-026-01-18T09:30:00Z",
      "2026-01-18T24:00:00Z",
      "2026-01-18T09:60:00Z",
      "2026-01-18T09:30:61Z",
      "2026-00-18T09:30:00Z",
      "2026-13-18T09:30:00Z",
      "2026-01-00T09:30:00Z",
      "2026-01-32T09:30:00Z",
      "2025-02-29T09:30:00Z",
      "1900-02-29T09:30:00Z",
      "2026-04-31T09:30:00Z",
      "2026-01-18T09:30:00.Z",
      "2026-01-18T09:30:00.1234567890Z",
      "2026-01-18T09:30:00+24:00",
      "2026-01-18T09:30:00+01:60",
      "2026-01-18T09:30:00+0100",
      "2026-01-18T09:30:00+01",
      "2026-01-18T09:30:00Z ",
      " 2026-01-18T09:30:00Z",
      "2026-01-18T09:30:00ZZ",
      std::string("2026-01-18T09:30:00Z\0", 21),
  };
  for (const std::string& text : rows) {
    EXPECT_EQ(instant_from_iso(text).ok(), false) << "'" << text << "'";
  }
}

TEST(TimeTest, ADurationHasAnAmountAndAUnit) {
  struct Row {
    const char* text;
    std::int64_t millis;
  };
  const std::vector<Row> rows = {{"90s", 90'000},   {"30m", 1'800'000}, {"30", 1'800'000},
                                 {"2h", 7'200'000}, {"1d", 86'400'000}, {"250ms", 250},
                                 {"0s", 0}};
  for (const Row& row : rows) {
    EXPECT_EQ(duration_from_text(row.text).value(), Millis{row.millis}) << row.text;
  }
  for (const char* text : {"", "m", "-1m", "1.5h", "1 h", "1w", "1M", " 1m", "1m ", "100000001d",
                           "99999999999999999999s", "0x10"}) {
    const Result<Millis> read = duration_from_text(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_EQ(read.error().code, Code::invalid_params);
    EXPECT_NE(read.error().hint, "");
  }
}

TEST(TimeTest, ADurationIsSaidInWords) {
  struct Row {
    std::int64_t seconds;
    const char* words;
  };
  const std::vector<Row> rows = {
      {0, "0 s"},        {59, "59 s"},        {60, "1 min"},           {3599, "59 min"},
      {3600, "1 h"},     {3900, "1 h 5 min"}, {172740, "47 h 59 min"}, {172800, "2 days"},
      {259199, "2 days"}};
  for (const Row& row : rows) {
    EXPECT_EQ(to_words(std::chrono::seconds{row.seconds}), row.words) << row.seconds;
  }
}

}  // namespace
}  // namespace base
