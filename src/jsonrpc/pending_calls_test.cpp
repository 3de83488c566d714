#include "jsonrpc/pending_calls.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <thread>

namespace jsonrpc {
namespace {

using base::Millis;
constexpr Millis kLong{60'000};

TEST(PendingCallsTest, AnAnswerReachesTheOneThatWaits) {
  PendingCalls calls;
  const Id first = calls.open().value();
  const Id second = calls.open().value();
  EXPECT_NE(first, second);
  std::thread other([&] {
    EXPECT_TRUE(calls.settle(result_of(second, "two")));
    EXPECT_TRUE(calls.settle(result_of(first, "one")));
  });
  EXPECT_EQ(calls.wait(first, kLong)->result.get(), "one");
  EXPECT_EQ(calls.wait(second, kLong)->result.get(), "two");
  other.join();
  EXPECT_EQ(calls.size(), 0U);
}

TEST(PendingCallsTest, WhatNobodyAskedForOrComesTwiceIsNotTaken) {
  PendingCalls calls;
  const Id id = calls.open().value();
  EXPECT_FALSE(calls.settle(result_of(Id(std::int64_t{99}), {})));
  EXPECT_FALSE(calls.settle(result_of(Id(std::string("1")), {})));
  EXPECT_FALSE(calls.settle(error_of({}, {})));
  EXPECT_TRUE(calls.settle(result_of(id, 1)));
  EXPECT_FALSE(calls.settle(result_of(id, 2)));
  EXPECT_EQ(calls.wait(id, kLong)->result.get(), 1);
  EXPECT_FALSE(calls.settle(result_of(id, 3)));
}

TEST(PendingCallsTest, WaitingEndsByTimeCancellationOrTheOtherSidesEnd) {
  PendingCalls calls;
  EXPECT_EQ(calls.wait(calls.open().value(), Millis{1}).error().code, base::Code::unavailable);
  const Id cancelled = calls.open().value();
  const Id left = calls.open().value();
  std::thread other([&] {
    calls.cancel(cancelled);
    calls.close();
  });
  EXPECT_EQ(calls.wait(cancelled, kLong).error().code, base::Code::refused);
  EXPECT_EQ(calls.wait(left, kLong).error().code, base::Code::unavailable);
  other.join();
  EXPECT_EQ(calls.open().error().code, base::Code::unavailable);
}

TEST(PendingCallsTest, TheirNumberIsLimited) {
  PendingCalls calls(2);
  EXPECT_TRUE(calls.open());
  const Id id = calls.open().value();
  EXPECT_EQ(calls.open().error().code, base::Code::too_large);
  calls.cancel(id);
  EXPECT_FALSE(calls.wait(id, kLong));
  EXPECT_TRUE(calls.open());
}

}  // namespace
}  // namespace jsonrpc
