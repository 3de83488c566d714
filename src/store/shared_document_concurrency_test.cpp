#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <thread>

#include "store/requirement_session.h"
#include "store/session_registry.h"
#include "store/test_support.h"

namespace store {
namespace {

constexpr int kRegistryWriters = 4;
constexpr int kRegistryWrites = 10;

// Two cores and a sanitizer may make one wait longer than people would: then it tries again, as the
// next hook does.
template <typename Write>
bool done_at_last(Write write) {
  while (true) {
    const base::Result<void> written = write();
    if (written.ok()) return true;
    if (written.error().code != base::Code::lock_timeout) return false;
  }
}

std::string uid_of(int writer, int number) {
  return "session-" + std::to_string(writer) + "-" + std::to_string(number);
}

bool enter_all(const os::System& system, const Homes& homes, int writer) {
  SessionRegistry registry(system, homes);
  for (int number = 0; number < kRegistryWrites; ++number) {
    RegistryEntry entry;
    entry.uid = uid_of(writer, number);
    if (!done_at_last([&] { return registry.enter(entry, nullptr); })) return false;
  }
  // The first of them leaves again.
  return done_at_last([&] { return registry.leave(uid_of(writer, 0), nullptr); });
}

void expect_all_entries(const os::System& system, const Homes& homes) {
  std::set<std::string> expected;
  for (int writer = 0; writer < kRegistryWriters; ++writer) {
    for (int number = 1; number < kRegistryWrites; ++number)
      expected.insert(uid_of(writer, number));
  }
  std::set<std::string> found;
  for (const RegistryEntry& entry : SessionRegistry(system, homes).list()) found.insert(entry.uid);
  EXPECT_EQ(found, expected);
}

class SharedDocumentConcurrencyTest : public ::testing::Test {
 protected:
  SharedDocumentConcurrencyTest() {
    CHECK(machine_.system().files.make_folders(homes_.home / ".claude").ok());
    CHECK(machine_.system().files.make_folders(machine_.place().root).ok());
  }
  RealMachine machine_;
  Homes homes_ = homes_of(machine_.system().environment);
};

// S4-3
TEST_F(SharedDocumentConcurrencyTest, ProcessesThatEnterAtOnceAreAllThere) {
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kRegistryWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&, writer] {
      if (!enter_all(machine_.system(), homes_, writer)) ::_exit(1);
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  expect_all_entries(machine_.system(), homes_);
}

// S4-3: a lock belongs to an open file, not to a process.
TEST_F(SharedDocumentConcurrencyTest, ThreadsThatEnterAtOnceAreAllThere) {
  std::vector<std::thread> threads;
  std::vector<int> good(kRegistryWriters, 0);
  for (int writer = 0; writer < kRegistryWriters; ++writer) {
    threads.emplace_back([&, writer] {
      good[static_cast<std::size_t>(writer)] = enter_all(machine_.system(), homes_, writer) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, std::vector<int>(kRegistryWriters, 1));
  expect_all_entries(machine_.system(), homes_);
}

// S4-95
TEST_F(SharedDocumentConcurrencyTest, ProcessesThatCountAtOnceLoseNothing) {
  const os::Path folder = machine_.place().root / "requirements";
  const auto count = [&] {
    RequirementSession session(machine_.system(), folder, "cad0ac4d");
    return session.update_metrics([](base::Json& metrics) {
      metrics["compaction_count"] = metrics["compaction_count"].get<int>() + 1;
    });
  };
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kRegistryWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&] {
      for (int number = 0; number < kRegistryWrites; ++number) {
        if (!done_at_last(count)) ::_exit(1);
      }
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  RequirementSession session(machine_.system(), folder, "cad0ac4d");
  EXPECT_EQ(session.metrics()->get()["compaction_count"], kRegistryWriters * kRegistryWrites);
}

}  // namespace
}  // namespace store
