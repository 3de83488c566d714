#include "store/side_notes.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/digest.h"
#include "store/signed_note.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;
using base::Json;

class SideNotesTest : public ::testing::Test {
 protected:
  SideNotesTest() {
    save_versions(store_, 1);
    run_ = store_.runs.load(kRun)->run;
  }

  std::vector<model::AgentInvocation> invocations(int count) {
    std::vector<model::AgentInvocation> all;
    for (int i = 0; i < count; ++i) {
      all.push_back(invocation("i-" + std::to_string(i), model::Agent::implementer));
      all.back().input.prompt = "Build part " + std::to_string(i);
    }
    return all;
  }
  model::CompactionEntry write(int count) {
    return store_.side_notes.write_history(run_, invocations(count)).value();
  }
  os::Path path_of(const model::CompactionEntry& entry) const {
    return store_.layout.history_note(entry.note_path);
  }
  std::string read(const os::Path& path) { return machine_.files.peek(path).value_or("nothing"); }
  Json document_at(const os::Path& path) {
    return open_note(read(path), store_.keys).value().document.get();
  }

  FakeMachine machine_;
  TestStore store_{machine_.system()};
  model::Run run_;
};

// S0-64, S0-66, B0-16, B0-17
TEST_F(SideNotesTest, AHistoryNoteIsSignedNamedAndRecorded) {
  const model::CompactionEntry entry = write(8);
  EXPECT_EQ(entry.note_path, "sessions/session-" + kRun.text + "-history-1768728600000");
  EXPECT_EQ(entry.compacted_at, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(entry.count, 8);
  EXPECT_EQ(entry.sha256, base::to_hex(base::sha256(read(path_of(entry)))));
  const Json document = document_at(path_of(entry));
  EXPECT_EQ(document["sessionId"], kRun.text);
  EXPECT_EQ(document["projectId"], kProjectId);
  EXPECT_EQ(document["compactedAt"], entry.compacted_at);
  EXPECT_EQ(document["fullHistory"].size(), 8U);
  EXPECT_EQ(machine_.files.info(path_of(entry))->mode, 0600U);  // S0-79
}

// S0-83
TEST_F(SideNotesTest, WhatWasMovedIsReadBackWhole) {
  const auto moved = store_.side_notes.read_history(kRun, write(5)).value();
  ASSERT_EQ(moved.size(), 5U);
  for (std::size_t i = 0; i < moved.size(); ++i) {
    EXPECT_EQ(model::to_json(moved[i]), model::to_json(invocations(5)[i]));
  }
  EXPECT_TRUE(store_.side_notes.read_history(kRun, write(0)).value().empty());
}

// B0-17
TEST_F(SideNotesTest, TwoHistoryNotesOfOneMillisecondHaveTwoNames) {
  const model::CompactionEntry first = write(1);
  const model::CompactionEntry second = write(2);
  const model::CompactionEntry third = write(3);
  EXPECT_EQ(second.note_path, first.note_path + "-1");
  EXPECT_EQ(third.note_path, first.note_path + "-2");
  EXPECT_EQ(store_.side_notes.read_history(kRun, first)->size(), 1U);
  EXPECT_EQ(store_.side_notes.read_history(kRun, third)->size(), 3U);
}

// B0-16
TEST_F(SideNotesTest, AChangedHistoryNoteIsRefused) {
  const model::CompactionEntry entry = write(2);
  const std::string whole = read(path_of(entry));
  // Even a change that the signature forgives: the hash is of the bytes.
  machine_.files.poke(path_of(entry), whole + "\n");
  EXPECT_EQ(store_.side_notes.read_history(kRun, entry).error().code, Code::signature_invalid);
  std::string tampered = whole;
  tampered.replace(tampered.find("part 0"), 6, "part 9");
  machine_.files.poke(path_of(entry), tampered);
  EXPECT_EQ(store_.side_notes.read_history(kRun, entry).error().code, Code::signature_invalid);
  model::CompactionEntry without_hash = entry;
  without_hash.sha256.clear();
  EXPECT_EQ(store_.side_notes.read_history(kRun, without_hash).error().code,
            Code::signature_invalid);
  machine_.files.poke(path_of(entry), whole);
  EXPECT_TRUE(store_.side_notes.read_history(kRun, without_hash).ok());
  ASSERT_TRUE(machine_.files.remove(path_of(entry)).ok());
  EXPECT_EQ(store_.side_notes.read_history(kRun, entry).error().code, Code::not_found);
}

// B0-6: entries of older writers have no hash, so the note itself must say whose it is.
TEST_F(SideNotesTest, AHistoryNoteOfAnotherRunOrProjectIsRefused) {
  model::CompactionEntry entry = write(2);
  entry.sha256.clear();
  save_versions(store_, 1, kOtherRun);
  const auto other =
      store_.side_notes.write_history(store_.runs.load(kOtherRun)->run, invocations(3)).value();
  machine_.files.poke(path_of(entry), read(path_of(other)));
  EXPECT_EQ(store_.side_notes.read_history(kRun, entry).error().code, Code::signature_invalid);
  TestStore elsewhere(machine_.system(),
                      {.root = "/home/dev/elsewhere", .project = "fedcba9876543210"});
  save_versions(elsewhere, 1);
  const auto foreign =
      elsewhere.side_notes.write_history(elsewhere.runs.load(kRun)->run, invocations(3)).value();
  machine_.files.poke(path_of(entry), read(elsewhere.layout.history_note(foreign.note_path)));
  EXPECT_EQ(store_.side_notes.read_history(kRun, entry).error().code, Code::signature_invalid);
  // The run's own note is signed too, and is no history.
  machine_.files.poke(path_of(entry), read(store_.layout.note(kRun)));
  EXPECT_FALSE(store_.side_notes.read_history(kRun, entry).ok());
}

// B0-24: the path comes out of a note.
TEST_F(SideNotesTest, OnlyANameThatWeWouldHaveMadeIsRead) {
  const std::string good = write(1).note_path;
  for (const std::string& path :
       {std::string(), std::string("/etc/passwd"), std::string("sessions/current-session"),
        "sessions/session-" + kOtherRun.text + "-history-1", good + "/../../x", "../" + good,
        std::string("sessions/session-" + kRun.text)}) {
    model::CompactionEntry entry;
    entry.note_path = path;
    EXPECT_EQ(store_.side_notes.read_history(kRun, entry).error().code, Code::invalid_value)
        << path;
  }
  model::CompactionEntry entry;
  entry.note_path = good;
  ASSERT_TRUE(machine_.files.remove(path_of(entry)).ok());
  machine_.files.poke("/tmp/elsewhere", "{}");
  machine_.files.make_link(path_of(entry), "/tmp/elsewhere");
  EXPECT_FALSE(store_.side_notes.read_history(kRun, entry).ok());
}

// S0-28, B0-15
TEST_F(SideNotesTest, TheNewestContextOfAnAgentStandsWithoutANumber) {
  for (int i = 1; i <= 4; ++i) {
    const auto path = store_.side_notes.write_agent_context(
        run_, invocation("run " + std::to_string(i), model::Agent::qa));
    ASSERT_TRUE(path.ok());
    EXPECT_EQ(*path, store_.layout.agent_note(kRun, "qa", 0));
  }
  EXPECT_EQ(document_at(store_.layout.agent_note(kRun, "qa", 0))["id"], "run 4");
  EXPECT_EQ(document_at(store_.layout.agent_note(kRun, "qa", 2))["id"], "run 1");
  EXPECT_EQ(document_at(store_.layout.agent_note(kRun, "qa", 3))["id"], "run 2");
  EXPECT_EQ(document_at(store_.layout.agent_note(kRun, "qa", 4))["id"], "run 3");
  const Json document = document_at(store_.layout.agent_note(kRun, "qa", 0));
  EXPECT_EQ(document["sessionId"], kRun.text);
  EXPECT_EQ(document["projectId"], kProjectId);
  EXPECT_EQ(document["agent"], "qa");
}

TEST_F(SideNotesTest, AgentsAndRunsDoNotMeet) {
  save_versions(store_, 1, kOtherRun);
  const model::Run other = store_.runs.load(kOtherRun)->run;
  ASSERT_TRUE(store_.side_notes.write_agent_context(run_, invocation("a", model::Agent::qa)).ok());
  ASSERT_TRUE(store_.side_notes.write_agent_context(other, invocation("b", model::Agent::qa)).ok());
  ASSERT_TRUE(
      store_.side_notes.write_agent_context(run_, invocation("c", model::Agent::critic)).ok());
  EXPECT_EQ(document_at(store_.layout.agent_note(kRun, "qa", 0))["id"], "a");
  EXPECT_EQ(document_at(store_.layout.agent_note(kOtherRun, "qa", 0))["id"], "b");
  EXPECT_EQ(document_at(store_.layout.agent_note(kRun, "critic", 0))["id"], "c");
}

// B0-24: an agent of a name that a path could read otherwise.
TEST_F(SideNotesTest, AnAgentsNameIsNoPath) {
  const auto before = machine_.files.all_files();
  machine_.files.poke(store_.layout.notes() / ("session-" + kRun.text + "-agent-x") / "keep", "");
  for (const char* name : {"x/../../../../../../tmp/owned", "x/y", "/etc/x", "a\nb", ""}) {
    model::AgentInvocation one = invocation("a", model::Agent::qa);
    one.agent = model::AgentName(std::string(name));
    EXPECT_EQ(store_.side_notes.write_agent_context(run_, one).error().code, Code::invalid_value)
        << name;
  }
  EXPECT_EQ(machine_.files.all_files().size(), before.size() + 1);
  // Hosts name agents of plugins so.
  model::AgentInvocation one = invocation("a", model::Agent::qa);
  one.agent = model::AgentName(std::string("review-kit:reviewer"));
  EXPECT_TRUE(store_.side_notes.write_agent_context(run_, one).ok());
}

// B0-19
TEST_F(SideNotesTest, AHistoryNoteThatNoRunSpeaksOfIsSweptAway) {
  const model::CompactionEntry kept = write(1);
  machine_.clock.advance(std::chrono::hours{1});
  const model::CompactionEntry orphan = write(2);
  const model::CompactionEntry twin = write(3);
  run_.workflow.emplace();
  run_.workflow->compaction_history = {kept, twin};
  const auto removed = store_.side_notes.sweep_history(run_, {}).value();
  EXPECT_EQ(removed, std::vector<std::string>{path_of(orphan).filename().native()});
  EXPECT_EQ(read(path_of(orphan)), "nothing");
  EXPECT_TRUE(store_.side_notes.read_history(kRun, kept).ok());
  EXPECT_TRUE(store_.side_notes.read_history(kRun, twin).ok());
  EXPECT_TRUE(store_.side_notes.sweep_history(run_, {}).value().empty());
}

// S0-95
TEST_F(SideNotesTest, ARecordedHistoryNoteIsSweptAwayWhenItIsOld) {
  const model::CompactionEntry old_entry = write(1);
  machine_.clock.advance(std::chrono::hours{24});
  const base::Instant limit = machine_.clock.now();
  const model::CompactionEntry at_limit = write(2);
  run_.workflow.emplace();
  run_.workflow->compaction_history = {old_entry, at_limit};
  const auto removed = store_.side_notes.sweep_history(run_, {.older_than = limit}).value();
  EXPECT_EQ(removed, std::vector<std::string>{path_of(old_entry).filename().native()});
  EXPECT_TRUE(store_.side_notes.read_history(kRun, at_limit).ok());
}

TEST_F(SideNotesTest, SweepingTouchesNothingButTheRunsOwnHistoryNotes) {
  save_versions(store_, 1, kOtherRun);
  const auto other =
      store_.side_notes.write_history(store_.runs.load(kOtherRun)->run, invocations(1)).value();
  machine_.files.poke(store_.layout.sessions() / ("session-" + kRun.text + "-history-x.json"), "");
  machine_.files.poke(store_.layout.sessions() / ("session-" + kRun.text + "-history-1.txt"), "");
  ASSERT_TRUE(store_.aliases.set_current(kRun).ok());
  const auto before = machine_.files.all_files();
  EXPECT_TRUE(store_.side_notes.sweep_history(run_, {}).value().empty());
  EXPECT_EQ(machine_.files.all_files(), before);
  EXPECT_TRUE(store_.side_notes.read_history(kOtherRun, other).ok());
}

TEST_F(SideNotesTest, WithoutAKeyNothingIsWritten) {
  machine_.environment.unset("BRAIN_SESSION_SECRET");
  TestStore without(machine_.system());
  const auto before = machine_.files.all_files();
  EXPECT_EQ(without.side_notes.write_history(run_, invocations(1)).error().code, Code::no_secret);
  EXPECT_EQ(
      without.side_notes.write_agent_context(run_, invocation("a", model::Agent::qa)).error().code,
      Code::no_secret);
  EXPECT_EQ(machine_.files.all_files(), before);
}

// A context is never lost: the old one is moved before the new one comes.
TEST_F(SideNotesTest, AnAgentsContextSurvivesACrashAtAnyCall) {
  std::size_t calls = 0;
  for (std::size_t call = 0; call == 0 || call < calls; ++call) {
    SCOPED_TRACE(call);
    FakeMachine machine;
    TestStore store(machine.system());
    save_versions(store, 1);
    const model::Run run = store.runs.load(kRun)->run;
    const auto write_context = [&](const char* id) {
      return store.side_notes.write_agent_context(run, invocation(id, model::Agent::qa)).ok();
    };
    ASSERT_TRUE(write_context("old"));
    if (calls == 0) {
      machine.files.reset_calls();
      ASSERT_TRUE(write_context("count"));
      calls = machine.files.calls();
      continue;
    }
    machine.files.arm({os::Fault::Kind::crash, call});
    const bool written = write_context("new");
    machine.files.crash();
    std::set<std::string> found;
    for (const os::Path& file : machine.files.all_files()) {
      if (file.parent_path() != store.layout.notes()) continue;
      const auto note = open_note(*machine.files.peek(file), store.keys);
      if (note.ok()) found.insert(note->document.get()["id"]);
    }
    EXPECT_EQ(found.count("old"), 1U);
    EXPECT_TRUE(!written || found.count("new") == 1U);
  }
}

}  // namespace
}  // namespace store
