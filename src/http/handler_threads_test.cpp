// Built with the thread sanitizer too: see tests/CMakeLists.txt.
#include "http/handler_threads.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

namespace http {
namespace {

constexpr std::chrono::seconds kPatience{30};

TEST(HandlerThreadsTest, OneRequestAfterTheOtherNeedsOneThread) {
  HandlerThreads threads(8);
  std::thread::id first;
  for (int i = 0; i < 100; ++i) {
    std::promise<std::thread::id> served;
    threads.post([&] { served.set_value(std::this_thread::get_id()); });
    const std::thread::id by = served.get_future().get();
    if (i == 0) first = by;
    // It may be on its way back to its seat; then another one sits down.
    if (threads.size() == 1) {
      EXPECT_EQ(by, first);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_LT(threads.size(), 8U);
}

TEST(HandlerThreadsTest, WhatWaitsHoldsUpNobodyUntilAllThreadsWait) {
  HandlerThreads threads(3);
  std::promise<void> go_on;
  const auto gate = go_on.get_future().share();
  std::atomic<int> begun = 0;
  for (int i = 0; i < 2; ++i) {
    threads.post([&, gate] {
      ++begun;
      gate.wait();
    });
  }
  std::promise<void> passed;
  threads.post([&] { passed.set_value(); });
  EXPECT_EQ(passed.get_future().wait_for(kPatience), std::future_status::ready);
  std::atomic<int> late = 0;
  for (int i = 0; i < 20; ++i) threads.post([&] { ++late; });
  go_on.set_value();
  std::promise<void> last;
  threads.post([&] { last.set_value(); });
  EXPECT_EQ(last.get_future().wait_for(kPatience), std::future_status::ready);
  EXPECT_EQ(begun, 2);
  EXPECT_LE(threads.size(), 3U);
}

TEST(HandlerThreadsTest, AnOfferIsTakenWhereSomebodyIsFreeAndNeverWaits) {
  HandlerThreads threads(2);
  std::promise<void> go_on;
  const auto gate = go_on.get_future().share();
  std::array<std::promise<void>, 2> begun;
  for (std::promise<void>& one : begun) {
    const auto work = [&one, gate] {
      one.set_value();
      gate.wait();
    };
    // One that has just been started may not have sat down yet.
    while (!threads.offer(work)) std::this_thread::yield();
    EXPECT_EQ(one.get_future().wait_for(kPatience), std::future_status::ready);
  }
  std::atomic<bool> is_done = false;
  EXPECT_FALSE(threads.offer([&] { is_done = true; }));
  go_on.set_value();
  std::promise<void> last;
  threads.post([&] { last.set_value(); });
  EXPECT_EQ(last.get_future().wait_for(kPatience), std::future_status::ready);
  EXPECT_FALSE(is_done) << "Who was refused keeps the work.";
}

TEST(HandlerThreadsTest, WhatHasBegunEndsAndWhatWaitsNeverBegins) {
  std::atomic<bool> has_ended = false;
  std::atomic<bool> has_begun = false;
  std::promise<void> began;
  {
    HandlerThreads threads(1);
    threads.post([&] {
      began.set_value();
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      has_ended = true;
    });
    began.get_future().wait();
    threads.post([&] { has_begun = true; });
  }
  EXPECT_TRUE(has_ended);
  EXPECT_FALSE(has_begun);
}

TEST(HandlerThreadsTest, NothingIsLostWhereManyAreGivenAtOnce) {
  std::atomic<int> done = 0;
  std::promise<void> all;
  HandlerThreads threads(4);
  constexpr int kCount = 2000;
  for (int i = 0; i < kCount; ++i) {
    threads.post([&] {
      if (++done == kCount) all.set_value();
    });
  }
  EXPECT_EQ(all.get_future().wait_for(kPatience), std::future_status::ready);
}

}  // namespace
}  // namespace http
