#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>

#include "store/run_store.h"
#include "store/test_support.h"

namespace store {
namespace {

constexpr int kRunUpdates = 25;

std::string decision_id(int writer, int number) {
  return std::to_string(writer) + "-" + std::to_string(number);
}

// What one hook or command does, again and again. False where a single one fails.
bool add_decisions(TestStore& store, int writer) {
  for (int number = 0; number < kRunUpdates; ++number) {
    if (!store.runs.update(kRun, {.actor = "hook"}, add_decision(decision_id(writer, number)))
             .ok()) {
      return false;
    }
  }
  return true;
}

// Every decision once, in each writer's own order, and as many versions as there were updates.
void expect_all_decisions(RealMachine& machine, int writers) {
  TestStore store(machine.system(), machine.place());
  const VerifiedRun loaded = store.runs.load(kRun).value();
  const std::vector<std::string> ids = decision_ids(loaded.run);
  EXPECT_EQ(ids.size(), static_cast<std::size_t>(writers * kRunUpdates));
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size()) << "B0-3";
  std::vector<int> next(static_cast<std::size_t>(writers), 0);
  for (const std::string& id : ids) {
    const auto writer = static_cast<std::size_t>(std::stoi(id));
    EXPECT_EQ(id, decision_id(static_cast<int>(writer), next.at(writer)++));
  }
  EXPECT_EQ(loaded.run.version, 1 + writers * kRunUpdates);
  EXPECT_EQ(loaded.head->version, loaded.run.version);
  EXPECT_TRUE(store.journal.verify(kRun, loaded.head).value().empty());
  EXPECT_EQ(decision_ids(store.runs.at_version(kRun, 1 + kRunUpdates).value()).size(),
            static_cast<std::size_t>(kRunUpdates));
}

// SC-4, B0-2, B0-3, S0-88
TEST(RunStoreConcurrencyTest, EightProcessesLoseNothingAndDoNothingTwice) {
  constexpr int kWriters = 8;
  RealMachine machine;
  {
    TestStore store(machine.system(), machine.place());
    save_versions(store, 1);
  }
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&] {
      TestStore store(machine.system(), machine.place());
      if (!add_decisions(store, writer)) ::_exit(1);
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  expect_all_decisions(machine, kWriters);
}

// The same in one process: a lock belongs to an open file, not to a process.
TEST(RunStoreConcurrencyTest, FourThreadsLoseNothingAndDoNothingTwice) {
  constexpr int kWriters = 4;
  RealMachine machine;
  {
    TestStore store(machine.system(), machine.place());
    save_versions(store, 1);
  }
  std::vector<std::thread> threads;
  std::vector<int> good(kWriters, 0);
  for (int writer = 0; writer < kWriters; ++writer) {
    threads.emplace_back([&, writer] {
      TestStore store(machine.system(), machine.place());
      good[static_cast<std::size_t>(writer)] = add_decisions(store, writer) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, std::vector<int>(kWriters, 1));
  expect_all_decisions(machine, kWriters);
}

// A reader takes no lock, and still never sees a state that was not saved.
TEST(RunStoreConcurrencyTest, AReaderNeverSeesAnythingButSavedStates) {
  RealMachine machine;
  TestStore store(machine.system(), machine.place());
  save_versions(store, 1);
  os::ChildProcess writer([&] {
    TestStore own(machine.system(), machine.place());
    if (!add_decisions(own, 0)) ::_exit(1);
  });
  std::int64_t version = 1;
  constexpr int kReadsMax = 1'000'000;  // Should the writer die, this must not go on for ever.
  for (int i = 0; i < kReadsMax && version < 1 + kRunUpdates; ++i) {
    const auto loaded = store.runs.load(kRun);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    ASSERT_GE(loaded->run.version, version) << "A state went back in time.";
    version = loaded->run.version;
    ASSERT_EQ(decision_ids(loaded->run).size(), static_cast<std::size_t>(version - 1));
    const auto summary = store.runs.summary(kRun);
    ASSERT_TRUE(summary.ok()) << summary.error().message;
    ASSERT_GE(summary->version, version);
  }
  EXPECT_EQ(version, 1 + kRunUpdates);
  EXPECT_EQ(writer.wait(), 0);
}

// SC-24 in small: a run is created by one of them, and the others are told.
TEST(RunStoreConcurrencyTest, OfManyThatCreateARunOneDoes) {
  constexpr int kWriters = 8;
  RealMachine machine;
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&] {
      TestStore store(machine.system(), machine.place());
      const auto created = store.runs.create(new_run(), {});
      if (created.ok()) ::_exit(10);
      ::_exit(created.error().code == base::Code::exists ? 11 : 12);
    }));
  }
  std::multiset<int> codes;
  for (const auto& child : children) codes.insert(child->wait());
  EXPECT_EQ(codes.count(10), 1U);
  EXPECT_EQ(codes.count(11), static_cast<std::size_t>(kWriters - 1));
  TestStore store(machine.system(), machine.place());
  EXPECT_EQ(store.runs.load(kRun)->run.version, 1);
}

// A writer that is killed while it holds the lock holds nobody up.
TEST(RunStoreConcurrencyTest, TheLockOfADeadWriterIsFree) {
  RealMachine machine;
  TestStore store(machine.system(), machine.place());
  save_versions(store, 1);
  os::Pipe pipe;
  os::ChildProcess writer([&] {
    TestStore own(machine.system(), machine.place());
    const auto change = [&](model::Run) -> base::Result<model::Run> {
      pipe.put("x");
      os::hold_on();
      return base::Error{};
    };
    [[maybe_unused]] const auto saved = own.runs.update(kRun, {}, change);
  });
  pipe.await_byte();
  TestStore hasty(machine.system(),
                  {.root = machine.place().root, .locking = {.timeout = base::Millis{30}}});
  EXPECT_EQ(hasty.runs.update(kRun, {}, add_decision("a")).error().code, base::Code::lock_timeout);
  writer.kill_and_wait();
  EXPECT_TRUE(hasty.runs.update(kRun, {}, add_decision("a")).ok());
}

}  // namespace
}  // namespace store
