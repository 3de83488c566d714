// The process is ended at every system call of a save in turn, and every call is made to fail in
// turn: afterwards the state is the old one or the new one, and nothing reported as saved is gone.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "store/run_store.h"
#include "store/test_crash.h"
#include "store/test_support.h"

namespace store {
namespace {

using os::Fault;

// One kind of save, and the machine it begins on.
struct Save {
  const char* name;  // Words of letters.
  std::function<void(FakeMachine&, TestStore&)> prepare;
  std::function<bool(TestStore&)> run;  // Whether it was reported as saved.
  std::int64_t old_version;             // 0: there is no run yet.
};

base::Result<model::Run> compacted(TestStore& store, model::Run run) {
  std::vector<model::AgentInvocation>& history = run.workflow->agent_history;
  const std::vector<model::AgentInvocation> moved(history.begin(), history.end() - 3);
  TRY_ASSIGN(auto entry, store.side_notes.write_history(run, moved));
  history.erase(history.begin(), history.end() - 3);
  run.workflow->compaction_history.push_back(std::move(entry));
  return run;
}

void add_invocations(TestStore& store) {
  CHECK(store.runs
            .update(kRun, {},
                    [](model::Run run) -> base::Result<model::Run> {
                      run.workflow.emplace();
                      for (int i = 0; i < 11; ++i) {
                        run.workflow->agent_history.push_back(
                            invocation(std::to_string(i), model::Agent::qa));
                      }
                      return run;
                    })
            .ok());
}

const std::vector<Save>& saves() {
  static const std::vector<Save> kSaves = {
      {"update", [](FakeMachine&, TestStore& store) { save_versions(store, 2); },
       [](TestStore& store) { return store.runs.update(kRun, {}, add_decision("new")).ok(); }, 2},
      {"create", [](FakeMachine&, TestStore&) {},
       [](TestStore& store) { return store.runs.create(new_run(), {}).ok(); }, 0},
      {"create beside another run",
       [](FakeMachine&, TestStore& store) { save_versions(store, 2, kOtherRun); },
       [](TestStore& store) { return store.runs.create(new_run(), {}).ok(); }, 0},
      {"update with compaction",
       [](FakeMachine&, TestStore& store) {
         save_versions(store, 1);
         add_invocations(store);
       },
       [](TestStore& store) {
         const auto change = [&](model::Run run) { return compacted(store, std::move(run)); };
         return store.runs.update(kRun, {}, change).ok();
       },
       2},
      {"update where the head of the creation is missing",
       [](FakeMachine& machine, TestStore& store) {
         save_versions(store, 1);
         CHECK(machine.files.remove(store.layout.head(kRun)).ok());
         CHECK(machine.files.sync_folder(store.layout.heads()).ok());
       },
       [](TestStore& store) { return store.runs.update(kRun, {}, add_decision("new")).ok(); }, 1},
      {"update after one that was cut short",
       [](FakeMachine& machine, TestStore& store) {
         save_versions(store, 2);
         const std::string note = *machine.files.peek(store.layout.note(kRun));
         const std::string head = *machine.files.peek(store.layout.head(kRun));
         CHECK(store.runs.update(kRun, {}, add_decision("lost")).ok());
         machine.files.poke(store.layout.note(kRun), note);
         machine.files.poke(store.layout.head(kRun), head);
       },
       [](TestStore& store) { return store.runs.update(kRun, {}, add_decision("new")).ok(); }, 2},
      {"first update after events that were not synced",
       [](FakeMachine&, TestStore& store) {
         CHECK(store.journal.append(kRun, {"session_start", "hook", {}}, {}).ok());
         save_versions(store, 2);
         CHECK(store.journal.append(kRun, {"gate", "hook", {}}, {}).ok());
       },
       [](TestStore& store) { return store.runs.update(kRun, {}, add_decision("new")).ok(); }, 2},
  };
  return kSaves;
}

std::size_t calls_of(const Save& save) {
  FakeMachine machine;
  TestStore store(machine.system());
  save.prepare(machine, store);
  machine.files.reset_calls();
  CHECK(save.run(store));
  return machine.files.calls();
}

// Everything a later process may ask of the run, and that it can go on.
void expect_sound(FakeMachine& machine, const Save& save, bool saved) {
  TestStore store(machine.system());
  const auto loaded = store.runs.load(kRun);
  if (!loaded.ok()) {
    ASSERT_EQ(save.old_version, 0) << loaded.error().message;
    ASSERT_EQ(loaded.error().code, base::Code::not_found) << loaded.error().message;
    ASSERT_FALSE(saved);
    ASSERT_TRUE(store.runs.create(new_run(), {}).ok());
  } else {
    const std::int64_t version = loaded->run.version;
    ASSERT_TRUE(version == save.old_version + 1 || (!saved && version == save.old_version));
    ASSERT_EQ(store.runs.summary(kRun)->version, version);
    if (loaded->run.workflow) {
      for (const model::CompactionEntry& entry : loaded->run.workflow->compaction_history) {
        EXPECT_EQ(store.side_notes.read_history(kRun, entry)->size(), 8U) << "B0-19";
      }
    }
  }
  const std::int64_t before = store.runs.load(kRun)->run.version;
  const auto next = store.runs.update(kRun, {}, add_decision("next"));
  ASSERT_TRUE(next.ok()) << next.error().message;
  EXPECT_EQ(next->run.version, before + 1);
  EXPECT_EQ(decision_ids(next->run).back(), "next");
  for (std::int64_t version = 1; version <= before + 1; ++version) {
    const auto past = store.runs.at_version(kRun, version);
    ASSERT_TRUE(past.ok()) << past.error().message;
  }
  EXPECT_EQ(nlohmann::json(model::to_json(*store.runs.at_version(kRun, before + 1))),
            nlohmann::json(model::to_json(next->run)));
  const auto findings = store.journal.verify(kRun, store.runs.load(kRun)->head).value();
  for (const JournalFinding& finding : findings) {
    ADD_FAILURE() << "line " << finding.line << " " << finding.message;
  }
}

void run_with(const Save& save, Fault fault, End end) {
  SCOPED_TRACE(std::string(save.name) + ", call " + std::to_string(fault.at_call) + ", end " +
               std::to_string(static_cast<int>(end)));
  FakeMachine machine;
  bool saved = false;
  {
    TestStore store(machine.system());
    save.prepare(machine, store);
    machine.files.arm(fault);
    saved = save.run(store);
  }
  end_process(machine.files, end);
  expect_sound(machine, save, saved);
  if (machine.files.exists(TestStore(machine.system()).layout.note(kOtherRun))) {
    TestStore store(machine.system());
    EXPECT_EQ(store.runs.load(kOtherRun).ok(), true) << "Another run suffers from it.";
    EXPECT_TRUE(store.runs.update(kOtherRun, {}, add_decision("next")).ok());
  }
}

class RunStoreCrashTest : public ::testing::TestWithParam<Save> {};

INSTANTIATE_TEST_SUITE_P(Of, RunStoreCrashTest, ::testing::ValuesIn(saves()), name_of_case<Save>);

// SC-6, S4-79: killed, everything that was written stays.
TEST_P(RunStoreCrashTest, AKillAtAnyCallLeavesTheOldStateOrTheNewOne) {
  const std::size_t calls = calls_of(GetParam());
  ASSERT_GT(calls, 20U);
  for (std::size_t call = 0; call <= calls; ++call) {
    run_with(GetParam(), {Fault::Kind::crash, call}, End::kill);
  }
}

// A power cut takes everything that was not synced.
TEST_P(RunStoreCrashTest, APowerCutAtAnyCallLeavesTheOldStateOrTheNewOne) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call <= calls; ++call) {
    run_with(GetParam(), {Fault::Kind::crash, call}, End::power_cut);
  }
}

TEST_P(RunStoreCrashTest, AnErrorOfAnyCallLeavesTheOldStateOrTheNewOne) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call < calls; ++call) {
    run_with(GetParam(), {Fault::Kind::error, call}, End::none);
    run_with(GetParam(), {Fault::Kind::error, call}, End::power_cut);
  }
}

TEST_P(RunStoreCrashTest, ADiskThatFillsUpLeavesTheOldStateOrTheNewOne) {
  const std::size_t calls = calls_of(GetParam());
  for (std::size_t call = 0; call < calls; ++call) {
    run_with(GetParam(), {Fault::Kind::short_write, call}, End::none);
  }
}

// What is reported as saved survives a power cut that comes long after.
TEST(RunStorePowerCutTest, EverySavedVersionSurvivesAPowerCut) {
  for (int versions = 1; versions <= 5; ++versions) {
    FakeMachine machine;
    {
      TestStore store(machine.system());
      ASSERT_TRUE(store.journal.append(kRun, {"session_start", "hook", {}}, {}).ok());
      save_versions(store, versions);
      save_versions(store, versions, kOtherRun);
    }
    machine.files.crash();
    TestStore store(machine.system());
    for (const model::RunId& run : {kRun, kOtherRun}) {
      const auto loaded = store.runs.load(run);
      ASSERT_TRUE(loaded.ok()) << loaded.error().message;
      EXPECT_EQ(loaded->run.version, versions);
      for (int version = 1; version <= versions; ++version) {
        EXPECT_TRUE(store.runs.at_version(run, version).ok()) << version << " of " << versions;
      }
    }
  }
}

}  // namespace
}  // namespace store
