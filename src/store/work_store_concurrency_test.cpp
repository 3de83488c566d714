#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <thread>

#include "store/test_support.h"
#include "store/test_work.h"

namespace store {
namespace {

constexpr int kWorkWriters = 4;
constexpr int kWorkWrites = 10;

std::string sha_of(int writer, int number) {
  return "abcdef" + std::to_string(writer) + std::to_string(number) + "0";
}

// What a manager and a hook do at the same time: a commit, then a touch.
bool write_all_of(const WorkStore& store, const WorkFolder& folder, int writer) {
  const WorkStore::Options patient{.lock_timeout = base::Millis{60'000}};
  for (int number = 0; number < kWorkWrites; ++number) {
    if (!store.update(folder, patient, add_commit(sha_of(writer, number))).ok()) return false;
    const std::string now = "2026-02-14T14:3" + std::to_string(number) + ":00Z";
    if (!store.update(folder, patient, touch(now)).ok()) return false;
  }
  return true;
}

class WorkStoreConcurrencyTest : public ::testing::Test {
 protected:
  WorkStoreConcurrencyTest()
      : store_(machine_.system(), {.root = machine_.place().root / "agents" / "sessions",
                                   .locks = machine_.place().root / "locks",
                                   .tree = {}}) {
    CHECK(machine_.system().files.make_folders(machine_.place().root).ok());
    folder_ = store_.create(small_session()).value();
  }
  void expect_all() {
    std::set<std::string> expected;
    for (int writer = 0; writer < kWorkWriters; ++writer) {
      for (int number = 0; number < kWorkWrites; ++number) expected.insert(sha_of(writer, number));
    }
    const auto work = store_.read(folder_);
    ASSERT_TRUE(work.ok());
    std::set<std::string> found;
    for (const auto& commit : work->session.commits) found.insert(commit.sha);
    EXPECT_EQ(found, expected);
    EXPECT_EQ(work->session.commits.size(), expected.size());
  }

  RealMachine machine_;
  WorkStore store_;
  WorkFolder folder_;
};

// B2-1, SC-49
TEST_F(WorkStoreConcurrencyTest, ProcessesThatAddAndTouchAtOnceLoseNothing) {
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kWorkWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&, writer] {
      if (!write_all_of(store_, folder_, writer)) ::_exit(1);
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  expect_all();
}

// B2-1: a lock belongs to an open file, not to a process.
TEST_F(WorkStoreConcurrencyTest, ThreadsThatAddAndTouchAtOnceLoseNothing) {
  std::vector<std::thread> threads;
  std::vector<int> good(kWorkWriters, 0);
  for (int writer = 0; writer < kWorkWriters; ++writer) {
    threads.emplace_back([&, writer] {
      good[static_cast<std::size_t>(writer)] = write_all_of(store_, folder_, writer) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, std::vector<int>(kWorkWriters, 1));
  expect_all();
}

// Two that make the same session at once: one of them does.
TEST_F(WorkStoreConcurrencyTest, OneOfManyMakesASession) {
  std::vector<std::thread> threads;
  std::vector<int> made(kWorkWriters, 0);
  for (int writer = 0; writer < kWorkWriters; ++writer) {
    threads.emplace_back([&, writer] {
      const auto folder = store_.create(small_session("other"));
      made[static_cast<std::size_t>(writer)] = folder.ok() ? 1 : 0;
      if (folder.ok()) return;
      EXPECT_EQ(folder.error().code, base::Code::exists);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::count(made.begin(), made.end(), 1), 1);
}

}  // namespace
}  // namespace store
