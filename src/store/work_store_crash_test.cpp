// Work sessions, while the process is ended at every system call of a write in turn, and every call
// is made to fail in turn: the old bytes or the new ones stand afterwards, and nothing that was
// reported as written is gone.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "store/test_crash.h"
#include "store/test_work.h"

namespace store {
namespace {

using os::Fault;

struct WorkWrite {
  const char* name;  // Words of letters.
  void (*prepare)(WorkMachine& machine);
  base::Result<void> (*run)(WorkMachine& machine);
};

base::Result<void> create(WorkMachine& machine) {
  auto made = machine.store().create(small_session());
  // One that was ended behind the last step is done.
  if (!made.ok() && made.error().code != base::Code::exists) return made.error();
  return {};
}

base::Result<void> update(WorkMachine& machine) {
  const auto add_once = [](const StoredWork& work) {
    return work.session.commits.empty() ? add_commit("abc1234")(work)
                                        : base::Result<model::WorkSession>(work.session);
  };
  TRY(machine.store().update(machine.folder(), {}, add_once));
  return {};
}

base::Result<void> migrate(WorkMachine& machine) {
  TRY(machine.store().migrate(machine.folder(), kWorkNow));
  return {};
}

base::Result<void> write_plan(WorkMachine& machine) {
  TRY_ASSIGN(const auto work, machine.store().read(machine.folder()));
  TRY(machine.store().write_plan_md(work));
  return {};
}

const std::vector<WorkWrite>& work_writes() {
  static const std::vector<WorkWrite> kWrites = {
      {"create", [](WorkMachine&) {}, create},
      {"update", [](WorkMachine& machine) { CHECK(create(machine).ok()); }, update},
      {"migrate",
       [](WorkMachine& machine) {
         machine.put(kV1State);
         machine.files.poke(kWorkRoot / kSlug / "spec.md", "# Mine\n");
       },
       migrate},
      {"migrate without a spec", [](WorkMachine& machine) { machine.put(kV1State); }, migrate},
      {"plan for people",
       [](WorkMachine& machine) {
         CHECK(create(machine).ok());
         machine.files.poke(kWorkRoot / kSlug / "plan.json", "{\"checkpoints\": []}");
         machine.files.poke(kWorkRoot / kSlug / "plan.md", "old");
       },
       write_plan},
  };
  return kWrites;
}

// Every file of the tree by its name and bytes; temporary ones are left out.
std::map<std::string, std::string> work_tree_files(const WorkMachine& machine) {
  std::map<std::string, std::string> tree;
  for (const os::Path& path : machine.files.all_files()) {
    if (!path.native().starts_with(kWorkRoot.native())) continue;
    if (path.filename().native().starts_with(".tmp-")) continue;
    tree[path.native()] = *machine.files.peek(path);
  }
  return tree;
}

class WorkStoreCrashTest : public ::testing::TestWithParam<WorkWrite> {
 protected:
  WorkStoreCrashTest() {
    WorkMachine machine;
    GetParam().prepare(machine);
    before_ = work_tree_files(machine);
    machine.files.reset_calls();
    CHECK(GetParam().run(machine).ok());
    calls_ = machine.files.calls();
    after_ = work_tree_files(machine);
    CHECK(after_ != before_);
  }

  void run_with(Fault fault, End end) {
    SCOPED_TRACE("call " + std::to_string(fault.at_call) + ", end " +
                 std::to_string(static_cast<int>(end)));
    WorkMachine machine;
    GetParam().prepare(machine);
    machine.files.arm(fault);
    const bool written = GetParam().run(machine).ok();
    end_process(machine.files, end);
    // Each file is the old one or the new one, and all are new where that was said.
    for (const auto& [path, bytes] : work_tree_files(machine)) {
      const bool is_old = before_.count(path) > 0 && before_.at(path) == bytes;
      EXPECT_TRUE(is_old || after_.at(path) == bytes) << path << ":\n" << bytes;
    }
    for (const auto& [path, bytes] : before_) EXPECT_TRUE(machine.files.peek(path)) << path;
    // The manifest comes last: where it is new, the spec and the backup are (B2-26).
    const std::string state = kStateFile.native();
    const bool had = before_.count(state) > 0;
    const bool is_new =
        (!had || before_.at(state) != after_.at(state)) && machine.state() == after_.at(state);
    if (written || is_new) {
      EXPECT_EQ(work_tree_files(machine), after_);
    }
    if (end == End::none) expect_no_temporary(machine);
    // Whatever happened, the next one brings it to an end.
    EXPECT_TRUE(GetParam().run(machine).ok());
    EXPECT_EQ(work_tree_files(machine), after_);
  }

  std::size_t calls_ = 0;

 private:
  static void expect_no_temporary(const WorkMachine& machine) {
    for (const os::Path& path : machine.files.all_files()) {
      EXPECT_FALSE(path.filename().native().starts_with(".tmp-")) << path;
    }
  }

  std::map<std::string, std::string> before_;
  std::map<std::string, std::string> after_;
};

INSTANTIATE_TEST_SUITE_P(Of, WorkStoreCrashTest, ::testing::ValuesIn(work_writes()),
                         name_of_case<WorkWrite>);

// S2-71
TEST_P(WorkStoreCrashTest, AKillAtAnyCallLeavesTheOldBytesOrTheNewOnes) {
  for (std::size_t call = 0; call <= calls_; ++call)
    run_with({Fault::Kind::crash, call}, End::kill);
}

// S2-71
TEST_P(WorkStoreCrashTest, APowerCutAtAnyCallLeavesTheOldBytesOrTheNewOnes) {
  for (std::size_t call = 0; call <= calls_; ++call) {
    run_with({Fault::Kind::crash, call}, End::power_cut);
  }
}

// S2-71
TEST_P(WorkStoreCrashTest, AnErrorOfAnyCallLeavesTheOldBytesOrTheNewOnes) {
  for (std::size_t call = 0; call < calls_; ++call) {
    run_with({Fault::Kind::error, call}, End::none);
    run_with({Fault::Kind::error, call}, End::power_cut);
  }
}

// S2-71
TEST_P(WorkStoreCrashTest, ADiskThatFillsUpLeavesTheOldBytesOrTheNewOnes) {
  for (std::size_t call = 0; call < calls_; ++call) {
    run_with({Fault::Kind::short_write, call}, End::none);
  }
}

}  // namespace
}  // namespace store
