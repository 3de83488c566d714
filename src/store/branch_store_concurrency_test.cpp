#include <gtest/gtest.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "os/real.h"
#include "os/test_support.h"
#include "store/test_branch.h"

namespace store {
namespace {

constexpr int kBranchUpdates = 20;

// A repository on this machine's own disk.
class Repository {
 public:
  Repository() { CHECK(real_.system().files.make_folders(project_.common_dir).ok()); }
  BranchStore store() {
    // Several that share two cores with a sanitizer wait longer than people would.
    return {real_.system(), project_, {.lock_timeout = base::Millis{60'000}}};
  }

 private:
  os::TemporaryFolder folder_;
  os::RealSystem real_;
  Project project_ = git_project(folder_ / "project");
};

std::string session_of(int writer) { return "session-" + std::to_string(writer); }

bool satisfy_all(BranchStore store, const std::string& branch, int writer) {
  for (int i = 0; i < kBranchUpdates; ++i) {
    const auto updated = store.update(branch, satisfy(session_of(writer), "r" + std::to_string(i)));
    if (!updated.ok() || !updated->written) return false;
  }
  return true;
}

void expect_all_satisfied(BranchStore store, const std::string& branch, int writer) {
  const model::BranchView view = store.view(branch, session_of(writer)).value();
  for (int i = 0; i < kBranchUpdates; ++i) {
    EXPECT_TRUE(is_satisfied(view, "r" + std::to_string(i))) << writer << " " << i;
  }
}

// S4-113, S4-3
TEST(BranchStoreConcurrencyTest, ProcessesThatSatisfyAtOnceLoseNothing) {
  constexpr int kWriters = 4;
  Repository repository;
  std::vector<std::unique_ptr<os::ChildProcess>> children;
  for (int writer = 0; writer < kWriters; ++writer) {
    children.push_back(std::make_unique<os::ChildProcess>([&] {
      if (!satisfy_all(repository.store(), "main", writer)) ::_exit(1);
    }));
  }
  for (const auto& child : children) EXPECT_EQ(child->wait(), 0);
  for (int writer = 0; writer < kWriters; ++writer)
    expect_all_satisfied(repository.store(), "main", writer);
}

// S4-113, B4-1: the threads' branches are after the same file name, which nobody has yet.
TEST(BranchStoreConcurrencyTest, ThreadsOnBranchesThatShareANameLoseNothing) {
  const std::vector<std::string> branches{"a/b", "a-b", "a/b", "a-b"};
  Repository repository;
  std::vector<int> good(branches.size(), 0);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    threads.emplace_back([&, i] {
      good[i] = satisfy_all(repository.store(), branches[i], static_cast<int>(i)) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, std::vector<int>(branches.size(), 1));
  for (std::size_t i = 0; i < branches.size(); ++i) {
    expect_all_satisfied(repository.store(), branches[i], static_cast<int>(i));
  }
  EXPECT_EQ(repository.store().branches(), (std::vector<std::string>{"a-b", "a/b"}));
}

// A reader takes no lock, and still never sees anything but a whole state.
TEST(BranchStoreConcurrencyTest, AReaderSeesOnlyWholeStates) {
  Repository repository;
  os::ChildProcess writer([&] {
    if (!satisfy_all(repository.store(), "main", 0)) ::_exit(1);
  });
  BranchStore store = repository.store();
  std::size_t seen = 0;
  constexpr int kReadsMax = 1'000'000;  // Should the writer die, this must not go on for ever.
  for (int i = 0; i < kReadsMax && seen < kBranchUpdates; ++i) {
    const auto view = store.view("main", session_of(0));
    ASSERT_TRUE(view.ok()) << view.error().message;
    ASSERT_GE(view->records.size(), seen) << "A state went back in time.";
    seen = view->records.size();
    for (const auto& [name, record] : view->records) ASSERT_TRUE(record.own->satisfied) << name;
  }
  EXPECT_EQ(seen, static_cast<std::size_t>(kBranchUpdates));
  EXPECT_EQ(writer.wait(), 0);
}

}  // namespace
}  // namespace store
