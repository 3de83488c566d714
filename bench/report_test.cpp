#include "bench/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace bench {
namespace {

using std::chrono::microseconds;
using testing::HasSubstr;

std::vector<std::chrono::nanoseconds> counting_down_from(int count) {
  std::vector<std::chrono::nanoseconds> times;
  for (int us = count; us > 0; --us) times.push_back(microseconds(us));
  return times;
}

Samples sample(int us, std::optional<Limits> limits) {
  return {.name = "case", .limits = limits, .times = {microseconds(us)}};
}

TEST(ReportTest, APercentileIsATimeThatWasMeasured) {
  EXPECT_EQ(percentile({microseconds(7)}, 0.5), microseconds(7));
  EXPECT_EQ(percentile({microseconds(7)}, 0.95), microseconds(7));
  EXPECT_EQ(percentile(counting_down_from(5), 0.5), microseconds(3));
  EXPECT_EQ(percentile(counting_down_from(100), 0.95), microseconds(95));
  EXPECT_EQ(percentile(counting_down_from(300), 0.5), microseconds(150));
}

TEST(ReportTest, ALimitIsKeptUpToItsExactRatio) {
  const Limits limits{.must = 1.5, .goal = 1.25};
  const struct {
    int us;
    Verdict verdict;
  } rows[] = {{100, Verdict::goal},
              {125, Verdict::goal},
              {126, Verdict::must},
              {150, Verdict::must},
              {151, Verdict::missed}};
  for (const auto& row : rows) {
    SCOPED_TRACE(row.us);
    const auto summary = summarise({sample(100, std::nullopt), sample(row.us, limits)});
    EXPECT_EQ(summary[0].verdict, Verdict::none);
    EXPECT_EQ(summary[1].verdict, row.verdict);
    EXPECT_DOUBLE_EQ(summary[1].ratio, row.us / 100.0);
  }
}

TEST(ReportTest, ACaseThatNeedsTooMuchMemoryIsMissedHoweverFastItIs) {
  Samples hook = sample(50, Limits{.must = 1.5, .goal = 1.2});
  hook.peak_bytes_max = 6'000'000;
  hook.peak_bytes = 6'000'000;
  EXPECT_EQ(summarise({sample(100, std::nullopt), hook})[1].verdict, Verdict::goal);
  hook.peak_bytes += 1;
  EXPECT_EQ(summarise({sample(100, std::nullopt), hook})[1].verdict, Verdict::missed);
}

TEST(ReportTest, TableAndJsonTellTheSame) {
  Samples hook = sample(160, Limits{.must = 1.5, .goal = 1.2});
  hook.peak_bytes = 3'500'000;
  const auto rows = summarise({sample(100, std::nullopt), hook});
  EXPECT_THAT(as_table(rows), HasSubstr("160       160    1.60    1.5    1.2     3.50  missed\n"));
  EXPECT_EQ(
      as_json(rows, 300),
      "{\n  \"runs\": 300,\n  \"cases\": [\n"
      "    {\"name\": \"case\", \"median_us\": 100.0, \"p95_us\": 100.0, \"ratio\": 1.000, "
      "\"peak_bytes\": 0},\n"
      "    {\"name\": \"case\", \"median_us\": 160.0, \"p95_us\": 160.0, \"ratio\": 1.600, "
      "\"peak_bytes\": 3500000, \"must\": 1.5, \"goal\": 1.2, \"kept\": \"missed\"}\n  ]\n}\n");
}

}  // namespace
}  // namespace bench
