#include "web/metrics_endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "os/fake.h"
#include "web/test_exchange.h"

namespace web {
namespace {

using ::testing::HasSubstr;

class MetricsEndpointTest : public ::testing::Test {
 protected:
  http::Response ask(const std::string& method) {
    const auto exchange = std::make_shared<TestExchange>(request_for(method, "/metrics"));
    endpoint.handle(exchange);
    return exchange->response();
  }

  os::FakeSystem fake;
  Metrics metrics;
  ServerInfo info{.version = "1.2.3"};
  MetricsEndpoint endpoint{fake.system(), metrics, info};
};

TEST_F(MetricsEndpointTest, TellsHowLongTheServerRunsAndWhatItUses) {
  fake.files.poke("/proc/self/status", "Name:\tholdfast\nVmRSS:\t    1234 kB\nThreads:\t1\n");
  fake.clock.advance(std::chrono::seconds(90));
  const auto response = ask("GET");
  EXPECT_EQ(response.status, 200);
  EXPECT_THAT(std::string(response.headers.get("content-type").value_or("")),
              HasSubstr("version=0.0.4"));
  EXPECT_THAT(response.body, HasSubstr("\nholdfast_uptime_seconds 90\n"));
  EXPECT_THAT(response.body, HasSubstr("\nprocess_resident_memory_bytes 1263616\n"));
}

TEST_F(MetricsEndpointTest, WhereTheSystemTellsNothingTheRestIsThere) {
  EXPECT_THAT(ask("GET").body, HasSubstr("\nprocess_resident_memory_bytes 0\n"));
  EXPECT_EQ(resident_bytes("VmRSS:"), 0U);
  EXPECT_EQ(resident_bytes("VmRSS: x kB\n"), 0U);
}

TEST_F(MetricsEndpointTest, AnotherMethodIs405) {
  EXPECT_EQ(ask("POST").status, 405);
  EXPECT_EQ(ask("HEAD").status, 200);
}

}  // namespace
}  // namespace web
