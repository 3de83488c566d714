// Built with the thread sanitizer too: see tests/CMakeLists.txt.
#include "web/deadline.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <vector>

namespace web {
namespace {

using Clock = Deadlines::Clock;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;

bool comes(std::future<void> happened) {
  return happened.wait_for(seconds(30)) == std::future_status::ready;
}

TEST(Deadlines, WhatIsDueHappensAndWhatIsCalledOffDoesNot) {
  Deadlines deadlines;
  std::atomic<bool> was_cancelled_run = false;
  std::promise<void> happened;
  const auto cancelled =
      deadlines.add(Clock::now() + milliseconds(20), [&] { was_cancelled_run = true; });
  deadlines.cancel(cancelled);
  deadlines.add(Clock::now() + milliseconds(40), [&] { happened.set_value(); });
  EXPECT_TRUE(comes(happened.get_future()));
  EXPECT_FALSE(was_cancelled_run);
}

TEST(Deadlines, OneThatIsMovedToAnEarlierTimeWakesTheThread) {
  Deadlines deadlines;
  std::promise<void> happened;
  auto ticket = deadlines.add(Clock::now() + hours(1), [&] { happened.set_value(); });
  deadlines.move(ticket, Clock::now());
  EXPECT_TRUE(comes(happened.get_future()));
  // It has happened, so that both are about nothing.
  deadlines.move(ticket, Clock::now());
  deadlines.cancel(ticket);
}

TEST(Deadlines, ALaterOneThatComesFirstDoesNotHideAnEarlierOne) {
  Deadlines deadlines;
  deadlines.add(Clock::now() + hours(1), [] {});
  std::promise<void> happened;
  deadlines.add(Clock::now() + milliseconds(1), [&] { happened.set_value(); });
  EXPECT_TRUE(comes(happened.get_future()));
}

TEST(Deadlines, WhatIsNotDueAtTheEndNeverHappens) {
  bool was_run = false;
  {
    Deadlines().add(Clock::now() + hours(1), [&] { was_run = true; });
  }
  EXPECT_FALSE(was_run);
}

TEST(Deadlines, ManyThreadsSetAndCallOffAtOnce) {
  Deadlines deadlines;
  std::atomic<int> happened = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        auto ticket = deadlines.add(Clock::now() + hours(1), [&] { ++happened; });
        if (round % 10 == 0) deadlines.move(ticket, Clock::now());
        if (round % 10 != 0) deadlines.cancel(ticket);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::promise<void> done;
  deadlines.add(Clock::now(), [&] { done.set_value(); });
  EXPECT_TRUE(comes(done.get_future()));
  EXPECT_EQ(happened, 80);
}

}  // namespace
}  // namespace web
