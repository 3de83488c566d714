#include "mcp/in_flight.h"

#include <gtest/gtest.h>

#include <thread>

#include "mcp/endings.h"
#include "mcp/workers.h"

namespace mcp {
namespace {

using jsonrpc::Id;

TEST(InFlightTest, ACallIsCancelledByItsIdAndOnlyThen) {
  InFlight calls;
  const auto first = std::make_shared<Cancellation>();
  const auto second = std::make_shared<Cancellation>();
  EXPECT_TRUE(calls.add(Id(std::int64_t{1}), first));
  EXPECT_FALSE(calls.add(Id(std::int64_t{1}), second));
  EXPECT_TRUE(calls.add(Id(std::string("1")), second));
  int told = 0;
  first->on_cancelled([&] { ++told; });
  calls.cancel(Id(std::int64_t{7}));
  EXPECT_EQ(told, 0);
  calls.cancel(Id(std::int64_t{1}));
  calls.cancel(Id(std::int64_t{1}));
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(first->is_cancelled());
  EXPECT_FALSE(second->is_cancelled());
  first->on_cancelled([&] { ++told; });
  EXPECT_EQ(told, 2);
  EXPECT_FALSE(calls.wait_until_empty(base::Millis{0}));
  calls.cancel_all();
  EXPECT_TRUE(second->is_cancelled());
  std::thread other([&] {
    calls.remove(Id(std::int64_t{1}));
    calls.remove(Id(std::string("1")));
  });
  EXPECT_TRUE(calls.wait_until_empty(base::Millis{60'000}));
  other.join();
}

TEST(WorkersTest, RunsAsManyAtOnceAsAllowedAndRefusesTheNext) {
  std::mutex gate;
  std::atomic<int> done = 0;
  {
    Workers workers(2);
    std::unique_lock closed(gate);
    const auto work = [&] {
      const std::lock_guard pass(gate);
      ++done;
    };
    EXPECT_TRUE(workers.run(work));
    EXPECT_TRUE(workers.run(work));
    EXPECT_FALSE(workers.run(work));
    closed.unlock();
    // A thread that is free again takes the next.
    while (!workers.run(work)) std::this_thread::yield();
  }
  EXPECT_EQ(done, 3);
}

TEST(EndingsTest, EachIsCalledOnceAndTheirNumberIsLimited) {
  Endings endings(2);
  int ended = 0;
  const auto first = endings.add([&] { ++ended; });
  EXPECT_TRUE(endings.add([&] { ended += 10; }));
  EXPECT_FALSE(endings.add([] {}));
  endings.remove(*first);
  EXPECT_TRUE(endings.add([&] { ended += 100; }));
  endings.end_all();
  endings.end_all();
  EXPECT_EQ(ended, 110);
  EXPECT_FALSE(endings.add([] {}));
}

}  // namespace
}  // namespace mcp
