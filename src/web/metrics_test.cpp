#include "web/metrics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace web {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::Not;

class MetricsTest : public ::testing::Test {
 protected:
  std::string text() const {
    return metrics.text({.server = info,
                         .started_at = 1'700'000'000.5,
                         .uptime_seconds = 12.5,
                         .resident_bytes = 4096});
  }

  ServerInfo info{.version = "1.2.3",
                  .streams = [] { return std::size_t{3}; },
                  .index =
                      [] {
                        return IndexState{42, true, {"a", "b"}};
                      }};
  Metrics metrics;
};

TEST_F(MetricsTest, TellsOfTheServerItself) {
  const std::string said = text();
  EXPECT_THAT(said, HasSubstr("holdfast_build_info{version=\"1.2.3\"} 1\n"));
  EXPECT_THAT(said, HasSubstr("\nprocess_start_time_seconds 1700000000.5\n"));
  EXPECT_THAT(said, HasSubstr("\nholdfast_uptime_seconds 12.5\n"));
  EXPECT_THAT(said, HasSubstr("\nprocess_resident_memory_bytes 4096\n"));
  EXPECT_THAT(said, HasSubstr("\nholdfast_live_streams 3\n"));
  EXPECT_THAT(said, HasSubstr("\nholdfast_index_behind_bytes 42\n"));
  EXPECT_THAT(said, HasSubstr("\nholdfast_index_catching_up 1\n"));
  EXPECT_THAT(said, HasSubstr("\nholdfast_index_problems 2\n"));
}

TEST_F(MetricsTest, CountsRequestsByRouteMethodAndStatus) {
  metrics.count_request(RouteClass::api, "GET", 200, microseconds(50));
  metrics.count_request(RouteClass::api, "GET", 200, milliseconds(3));
  metrics.count_request(RouteClass::hook, "POST", 401, microseconds(1));
  const std::string said = text();
  EXPECT_THAT(
      said,
      HasSubstr("holdfast_http_requests_total{route=\"api\",method=\"GET\",status=\"200\"} 2\n"));
  EXPECT_THAT(
      said,
      HasSubstr("holdfast_http_requests_total{route=\"hook\",method=\"POST\",status=\"401\"} 1\n"));
  EXPECT_THAT(said, HasSubstr("_duration_seconds_bucket{route=\"api\",le=\"0.0001\"} 1\n"));
  EXPECT_THAT(said, HasSubstr("_duration_seconds_bucket{route=\"api\",le=\"0.005\"} 2\n"));
  EXPECT_THAT(said, HasSubstr("_duration_seconds_bucket{route=\"api\",le=\"+Inf\"} 2\n"));
  EXPECT_THAT(said, HasSubstr("_duration_seconds_count{route=\"api\"} 2\n"));
  EXPECT_THAT(said, HasSubstr("_duration_seconds_sum{route=\"api\"} 0.00305\n"));
}

TEST_F(MetricsTest, WhatARequestSaysIsNeverALabel) {
  metrics.count_request(RouteClass::other, "EVIL\"}\n", 299, microseconds(50));
  EXPECT_THAT(text(), Not(HasSubstr("EVIL")));
  EXPECT_THAT(text(), HasSubstr("{route=\"other\",method=\"other\",status=\"other\"} 1\n"));
}

TEST_F(MetricsTest, CountsHooksByEventAndAnswer) {
  metrics.count_hook(model::EventKind::before_tool, HookAnswerKind::denied, milliseconds(1));
  metrics.count_hook(model::EventKind::other, HookAnswerKind::late, milliseconds(2000));
  const std::string gate(model::name_of(model::EventKind::before_tool));
  EXPECT_THAT(text(),
              HasSubstr("holdfast_hook_answers_total{event=\"" + gate + "\",answer=\"deny\"} 1\n"));
  EXPECT_THAT(text(), HasSubstr("answer=\"deadline\"} 1\n"));
  EXPECT_THAT(text(), HasSubstr("\nholdfast_hook_duration_seconds_count 2\n"));
  EXPECT_THAT(text(), HasSubstr("holdfast_hook_duration_seconds_bucket{le=\"0.001\"} 1\n"));
}

TEST_F(MetricsTest, LosesNothingWhereManyCountAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this] {
      for (int round = 0; round < 1000; ++round) {
        metrics.count_request(RouteClass::page, "GET", 200, microseconds(1));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(text(), HasSubstr("{route=\"page\",method=\"GET\",status=\"200\"} 4000\n"));
}

}  // namespace
}  // namespace web
