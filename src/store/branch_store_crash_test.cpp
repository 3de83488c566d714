// The process is ended at every call of an update in turn, and every call is made to fail in turn:
// afterwards the state is the old one or the new one, and what was reported as written is there.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "store/test_branch.h"
#include "store/test_crash.h"

namespace store {
namespace {

using os::Fault;

struct TestBranch {
  explicit TestBranch(os::FakeSystem& machine) : store(machine.system(), project, {}) {}
  Project project = git_project("/w/p");
  BranchStore store;
};

// One kind of write, and the disk it begins on.
struct BranchWrite {
  const char* name;  // Words of letters.
  std::function<void(os::FakeSystem&, BranchStore&)> prepare;
  std::function<bool(BranchStore&)> run;  // Whether it was reported as written.
  std::function<void(os::FakeSystem&, BranchStore&, bool written)> check;
};

void put_branch_file(os::FakeSystem& machine, const std::string& name, std::string_view bytes) {
  machine.files.poke("/w/p/.git/requirements/" + name, bytes);
}

void create_branch(os::FakeSystem& machine, const std::string& branch, int time) {
  machine.files.poke("/w/p/.git/logs/refs/heads/" + branch,
                     std::string(40, '0') + " " + std::string(40, 'a') + " A <a@b.c> " +
                         std::to_string(time) + " +0000\tx\n");
}

bool has_copy(os::FakeSystem& machine, std::string_view bytes) {
  for (const os::Path& file : machine.files.all_files()) {
    if (machine.files.peek(file) == bytes) return true;
  }
  return false;
}

void make_folder(os::FakeSystem& machine, BranchStore&) {
  machine.files.poke("/w/p/.git/HEAD", "");
}

const std::vector<BranchWrite>& branch_writes() {
  static const std::vector<BranchWrite> kWrites = {
      {"update of a file",
       [](os::FakeSystem& machine, BranchStore&) {
         put_branch_file(machine, "feature-auth.json", kBranchFile);
       },
       [](BranchStore& store) {
         const auto updated = store.update("feature/auth", satisfy(kThere, "commit_plan"));
         return updated.ok() && updated->written;
       },
       [](os::FakeSystem&, BranchStore& store, bool written) {
         EXPECT_TRUE(is_satisfied(store.view("feature/auth", kHere).value(), "commit_plan"));
         if (!written) return;
         EXPECT_TRUE(is_satisfied(store.view("feature/auth", kThere).value(), "commit_plan"));
       }},
      {"first update of a branch", make_folder,
       [](BranchStore& store) { return store.update("main", satisfy(kThere, "r")).ok(); },
       [](os::FakeSystem&, BranchStore& store, bool written) {
         const bool is_there = is_satisfied(store.view("main", kThere).value(), "r");
         EXPECT_TRUE(is_there || !written);
       }},
      {"update of a bad file",
       [](os::FakeSystem& machine, BranchStore&) {
         put_branch_file(machine, "main.json", "{ bad");
       },
       [](BranchStore& store) { return store.update("main", satisfy(kThere, "r")).ok(); },
       [](os::FakeSystem& machine, BranchStore& store, bool written) {
         EXPECT_TRUE(has_copy(machine, "{ bad")) << "B4-4";
         const auto view = store.view("main", kThere);
         EXPECT_TRUE(!written || is_satisfied(view.value(), "r"));
       }},
      {"update of the file of an earlier branch",
       [](os::FakeSystem& machine, BranchStore& store) {
         create_branch(machine, "topic", 1);
         CHECK(store.update("topic", satisfy(kHere, "old")).ok());
         CHECK(machine.files.peek("/w/p/.git/requirements/topic.json").has_value());
         create_branch(machine, "topic", 2);
       },
       [](BranchStore& store) { return store.update("topic", satisfy(kHere, "new")).ok(); },
       [](os::FakeSystem& machine, BranchStore& store, bool written) {
         const model::BranchView view = store.view("topic", kHere).value();
         EXPECT_FALSE(is_satisfied(view, "old"));
         EXPECT_TRUE(is_satisfied(view, "new") || !written);
         create_branch(machine, "topic", 1);
         const auto names = machine.files.list("/w/p/.git/requirements").value();
         const bool is_archived = std::any_of(names.begin(), names.end(), [](const auto& name) {
           return name.find(".archived-") != std::string::npos;
         });
         EXPECT_TRUE(is_archived || is_satisfied(store.view("topic", kHere).value(), "old"));
       }},
      {"update of permanent ones",
       [](os::FakeSystem&, BranchStore& store) {
         CHECK(store.update_permanent(satisfy("", "first")).ok());
       },
       [](BranchStore& store) { return store.update_permanent(satisfy("", "second")).ok(); },
       [](os::FakeSystem&, BranchStore& store, bool written) {
         const model::BranchView view = store.view("any", kHere).value();
         ASSERT_NE(view.find("first"), nullptr);
         EXPECT_TRUE(view.find("first")->permanent->satisfied);
         EXPECT_TRUE(!written || view.find("second") != nullptr);
       }},
      {"update beside a branch that shares the name",
       [](os::FakeSystem&, BranchStore& store) {
         CHECK(store.update("a/b", satisfy(kHere, "r")).ok());
         CHECK(store.update("a-b", satisfy(kHere, "s")).ok());
       },
       [](BranchStore& store) { return store.update("a-b", satisfy(kThere, "s")).ok(); },
       [](os::FakeSystem&, BranchStore& store, bool written) {
         EXPECT_TRUE(is_satisfied(store.view("a/b", kHere).value(), "r"));
         EXPECT_TRUE(is_satisfied(store.view("a-b", kHere).value(), "s"));
         EXPECT_FALSE(is_satisfied(store.view("a/b", kThere).value(), "s"));
         EXPECT_TRUE(!written || is_satisfied(store.view("a-b", kThere).value(), "s"));
       }},
      {"rename",
       [](os::FakeSystem&, BranchStore& store) {
         CHECK(store.update("from", satisfy(kHere, "r")).ok());
       },
       [](BranchStore& store) { return store.rename("from", "to").ok(); },
       [](os::FakeSystem&, BranchStore& store, bool written) {
         const bool is_moved = is_satisfied(store.view("to", kHere).value(), "r");
         const bool is_left = is_satisfied(store.view("from", kHere).value(), "r");
         EXPECT_TRUE(is_moved || is_left);
         EXPECT_TRUE(!written || (is_moved && !is_left));
       }},
  };
  return kWrites;
}

std::size_t calls_of(const BranchWrite& write) {
  os::FakeSystem machine;
  TestBranch branch(machine);
  write.prepare(machine, branch.store);
  machine.files.reset_calls();
  CHECK(write.run(branch.store));
  return machine.files.calls();
}

void run_with(const BranchWrite& write, Fault fault, End end) {
  SCOPED_TRACE(std::string(write.name) + ", call " + std::to_string(fault.at_call) + ", end " +
               std::to_string(static_cast<int>(end)));
  os::FakeSystem machine;
  bool written = false;
  {
    TestBranch branch(machine);
    write.prepare(machine, branch.store);
    machine.files.arm(fault);
    written = write.run(branch.store);
  }
  end_process(machine.files, end);
  TestBranch later(machine);
  write.check(machine, later.store, written);
  // And the next one can go on.
  const auto next = later.store.update("next", satisfy(kHere, "r"));
  EXPECT_TRUE(next.ok() && next->written);
}

class BranchStoreCrashTest : public ::testing::TestWithParam<BranchWrite> {};

INSTANTIATE_TEST_SUITE_P(Of, BranchStoreCrashTest, ::testing::ValuesIn(branch_writes()),
                         name_of_case<BranchWrite>);

// S4-79
TEST_P(BranchStoreCrashTest, AKillAtAnyCallLeavesTheOldStateOrTheNewOne) {
  const std::size_t calls = calls_of(GetParam());
  ASSERT_GT(calls, 10U);
  for (std::size_t call = 0; call <= calls; ++call) {
    run_with(GetParam(), {Fault::Kind::crash, call}, End::kill);
  }
}

TEST_P(BranchStoreCrashTest, APowerCutAtAnyCallLeavesTheOldStateOrTheNewOne) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call <= calls; ++call) {
    run_with(GetParam(), {Fault::Kind::crash, call}, End::power_cut);
  }
}

// B4-6: what could not be written is not reported as written.
TEST_P(BranchStoreCrashTest, AnErrorOfAnyCallLeavesTheOldStateOrTheNewOne) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call < calls; ++call) {
    run_with(GetParam(), {Fault::Kind::error, call}, End::none);
    run_with(GetParam(), {Fault::Kind::error, call}, End::power_cut);
  }
}

TEST_P(BranchStoreCrashTest, ADiskThatFillsUpLeavesTheOldStateOrTheNewOne) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call < calls; ++call) {
    run_with(GetParam(), {Fault::Kind::short_write, call}, End::none);
  }
}

}  // namespace
}  // namespace store
