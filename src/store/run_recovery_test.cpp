#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/run_store.h"
#include "store/signed_note.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;
using base::Json;

// What the engine does, in short: the restored run where there is one, else an empty one.
model::Run repaired(std::optional<model::Run> restored, const std::optional<HeadRecord>&) {
  return restored ? *std::move(restored) : new_run();
}

class RunRecoveryTest : public ::testing::Test {
 protected:
  RunRecoveryTest() { save_versions(store_, 3); }

  os::Path note_path() const { return store_.layout.note(kRun); }
  os::Path aside(const std::string& mark) const {
    return note_path().native() + mark + "20260118T093000Z";
  }
  std::string read(const os::Path& path) { return machine_.files.peek(path).value_or("nothing"); }
  void tamper() {
    Json note = base::parse_json(read(note_path())).value();
    note["currentMode"] = "disabled";
    machine_.files.poke(note_path(), base::dump_pretty(note));
  }
  void expect_sound(std::int64_t version) {
    const auto loaded = store_.runs.load(kRun);
    ASSERT_TRUE(loaded.ok()) << loaded.error().message;
    EXPECT_EQ(loaded->run.version, version);
    EXPECT_EQ(loaded->head->version, version);
    ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("after")).ok());
    EXPECT_EQ(store_.runs.at_version(kRun, version)->version, version);
    EXPECT_TRUE(store_.journal.verify(kRun, store_.runs.load(kRun)->head).value().empty());
  }

  FakeMachine machine_;
  TestStore store_{machine_.system()};
};

// B0-4, BX-2
TEST_F(RunRecoveryTest, ATamperedNoteIsSetAsideAndTheLastGoodStateRestored) {
  tamper();
  const std::string evidence = read(note_path());
  const auto recovery = store_.runs.recover(kRun, repaired).value();
  EXPECT_EQ(recovery.restored_version, 3);
  EXPECT_EQ(recovery.set_aside, aside(".tampered-"));
  EXPECT_EQ(read(recovery.set_aside), evidence);
  EXPECT_EQ(recovery.run.version, 4) << "Past the head, so that nothing older can pass.";
  EXPECT_TRUE(recovery.run.mode.is(model::Mode::coding));
  EXPECT_EQ(decision_ids(recovery.run), (std::vector<std::string>{"d2", "d3"}));
  expect_sound(4);
}

TEST_F(RunRecoveryTest, ANoteThatIsNoJsonIsSetAsideAsCorrupt) {
  machine_.files.poke(note_path(), "{");
  const auto recovery = store_.runs.recover(kRun, repaired).value();
  EXPECT_EQ(recovery.set_aside, aside(".corrupt-"));
  EXPECT_EQ(read(recovery.set_aside), "{");
  EXPECT_EQ(recovery.run.version, 4);
  expect_sound(4);
}

TEST_F(RunRecoveryTest, ANoteThatIsGoneIsRestored) {
  ASSERT_TRUE(machine_.files.remove(note_path()).ok());
  const auto recovery = store_.runs.recover(kRun, repaired).value();
  EXPECT_EQ(recovery.set_aside, "");
  EXPECT_EQ(recovery.restored_version, 3);
  expect_sound(4);
}

// SC-7
TEST_F(RunRecoveryTest, ARolledBackNoteIsReplacedByTheNewestState) {
  const std::string old_note = read(note_path());
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d4")).ok());
  machine_.files.poke(note_path(), old_note);
  const auto recovery = store_.runs.recover(kRun, repaired).value();
  EXPECT_EQ(recovery.restored_version, 4);
  EXPECT_EQ(read(aside(".tampered-")), old_note);
  expect_sound(5);
  machine_.files.poke(note_path(), old_note);
  EXPECT_EQ(store_.runs.load(kRun).error().code, Code::state_rollback);
}

TEST_F(RunRecoveryTest, AMissingOrDamagedHeadIsMadeAgain) {
  const os::Path head = store_.layout.head(kRun);
  ASSERT_TRUE(machine_.files.remove(head).ok());
  ASSERT_EQ(store_.runs.load(kRun).error().code, Code::state_rollback);
  EXPECT_EQ(store_.runs.recover(kRun, repaired)->run.version, 4);
  expect_sound(4);
  machine_.files.poke(head, "");
  ASSERT_EQ(store_.runs.load(kRun).error().code, Code::parse_error);
  EXPECT_EQ(store_.runs.recover(kRun, repaired)->run.version, 6);
  expect_sound(6);
}

TEST_F(RunRecoveryTest, AGoodNoteIsLeftAlone) {
  const std::string before = read(note_path());
  EXPECT_EQ(store_.runs.recover(kRun, repaired).error().code, Code::refused);
  EXPECT_EQ(read(note_path()), before);
}

TEST_F(RunRecoveryTest, NothingIsEverSetAsideOverAnEarlierOne) {
  for (int i = 0; i < 3; ++i) {
    machine_.files.poke(note_path(), "{ " + std::to_string(i));
    ASSERT_TRUE(store_.runs.recover(kRun, repaired).ok());
  }
  const std::string first = aside(".corrupt-").native();
  EXPECT_EQ(read(first), "{ 0");
  EXPECT_EQ(read(first + "-1"), "{ 1");
  EXPECT_EQ(read(first + "-2"), "{ 2");
  EXPECT_EQ(store_.runs.list(), std::vector<model::RunId>{kRun}) << "None of them is a note.";
}

TEST_F(RunRecoveryTest, WithoutAJournalTheRunStartsEmptyBehindItsHead) {
  tamper();
  ASSERT_TRUE(machine_.files.remove(store_.layout.journal(kRun)).ok());
  std::optional<HeadRecord> seen;
  const auto recovery =
      store_.runs
          .recover(kRun,
                   [&](std::optional<model::Run> restored, const std::optional<HeadRecord>& head) {
                     EXPECT_FALSE(restored.has_value());
                     seen = head;
                     return new_run();
                   })
          .value();
  EXPECT_EQ(recovery.restored_version, 0);
  ASSERT_TRUE(seen.has_value());
  EXPECT_EQ(seen->mode, "coding");
  EXPECT_EQ(recovery.run.version, 4);
  expect_sound(4);
}

// A head that somebody made up must not speak for the mode, nor push the version about.
TEST_F(RunRecoveryTest, AForgedHeadIsNotListenedTo) {
  std::string head = read(store_.layout.head(kRun));
  head.replace(head.find("mode coding"), 11, "mode disabled");
  machine_.files.poke(store_.layout.head(kRun), head);
  const auto recovery = store_.runs.recover(
      kRun, [](std::optional<model::Run> restored, const std::optional<HeadRecord>& found) {
        EXPECT_FALSE(found.has_value());
        return *std::move(restored);
      });
  ASSERT_TRUE(recovery.ok());
  EXPECT_TRUE(recovery->run.mode.is(model::Mode::coding));
  expect_sound(4);
}

// One conversation may work in two projects, and then has one run of the same id in each.
TEST_F(RunRecoveryTest, TheHeadOfAnotherProjectIsNotListenedTo) {
  TestStore elsewhere(machine_.system(),
                      {.root = "/home/dev/elsewhere", .project = "fedcba9876543210"});
  save_versions(elsewhere, 5);
  machine_.files.poke(store_.layout.head(kRun), read(elsewhere.layout.head(kRun)));
  EXPECT_FALSE(store_.runs.head(kRun).has_value());
  EXPECT_EQ(store_.runs.recover(kRun, repaired)->run.version, 4);
  expect_sound(4);
}

// B0-24, B0-26: what no reader will touch must not lock its owner out for ever.
TEST_F(RunRecoveryTest, ALinkAFolderOrAHugeFileInPlaceOfTheNoteIsSetAsideToo) {
  machine_.files.poke("/tmp/elsewhere", read(note_path()));
  ASSERT_TRUE(machine_.files.remove(note_path()).ok());
  machine_.files.make_link(note_path(), "/tmp/elsewhere");
  auto recovery = store_.runs.recover(kRun, repaired);
  ASSERT_TRUE(recovery.ok()) << recovery.error().message;
  EXPECT_EQ(machine_.files.link_info(recovery->set_aside)->kind, os::FileKind::link);
  expect_sound(4);

  machine_.files.poke(note_path(), std::string(kNoteBytesMax + 1, ' '));
  recovery = store_.runs.recover(kRun, repaired);
  ASSERT_TRUE(recovery.ok()) << recovery.error().message;
  expect_sound(6);

  ASSERT_TRUE(machine_.files.remove(store_.layout.head(kRun)).ok());
  machine_.files.make_link(store_.layout.head(kRun), "/tmp/elsewhere");
  recovery = store_.runs.recover(kRun, repaired);
  ASSERT_TRUE(recovery.ok()) << recovery.error().message;
  EXPECT_EQ(machine_.files.link_info(store_.layout.head(kRun))->kind, os::FileKind::regular);
  expect_sound(8);

  ASSERT_TRUE(machine_.files.remove(note_path()).ok());
  machine_.files.poke(note_path() / "x", "kept");
  recovery = store_.runs.recover(kRun, repaired);
  ASSERT_TRUE(recovery.ok()) << recovery.error().message;
  EXPECT_EQ(read(recovery->set_aside / "x"), "kept");
  expect_sound(10);
}

// A disk that does not answer is no fault of the note.
TEST_F(RunRecoveryTest, ANoteThatCannotBeReadJustNowIsNotSetAside) {
  for (std::size_t call = 0; call < 12; ++call) {
    machine_.files.arm({os::Fault::Kind::error, call});
    EXPECT_FALSE(store_.runs.recover(kRun, repaired).ok());
    machine_.files.disarm();
    EXPECT_EQ(store_.runs.load(kRun)->run.version, 3);
  }
}

TEST_F(RunRecoveryTest, WithoutAKeyNothingIsMoved) {
  tamper();
  const std::string evidence = read(note_path());
  machine_.environment.unset("BRAIN_SESSION_SECRET");
  TestStore without(machine_.system());
  EXPECT_EQ(without.runs.recover(kRun, repaired).error().code, Code::no_secret);
  EXPECT_EQ(read(note_path()), evidence);
}

// SC-6
TEST_F(RunRecoveryTest, AHeadThatIsBehindItsNoteIsRolledForward) {
  const os::Path path = store_.layout.head(kRun);
  const std::string head = read(path);
  ASSERT_TRUE(store_.runs.roll_forward(kRun).ok());
  EXPECT_EQ(read(path), head) << "There was no need.";
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d4")).ok());
  const std::string newest = read(path);
  machine_.files.poke(path, head);
  ASSERT_TRUE(store_.runs.roll_forward(kRun).ok());
  EXPECT_EQ(read(path), newest);
  expect_sound(4);
  tamper();
  EXPECT_EQ(store_.runs.roll_forward(kRun).error().code, Code::signature_invalid);
  EXPECT_EQ(store_.runs.roll_forward(kOtherRun).error().code, Code::not_found);
}

TEST_F(RunRecoveryTest, AFirstNoteWithoutAHeadGetsOne) {
  save_versions(store_, 1, kOtherRun);
  const std::string head = read(store_.layout.head(kOtherRun));
  ASSERT_TRUE(machine_.files.remove(store_.layout.head(kOtherRun)).ok());
  ASSERT_TRUE(store_.runs.roll_forward(kOtherRun).ok());
  EXPECT_EQ(read(store_.layout.head(kOtherRun)), head);
}

TEST_F(RunRecoveryTest, ARecoveryThatIsCutShortCanBeDoneAgain) {
  const auto prepare = [](TestStore& store, FakeMachine& machine, bool with_head) {
    save_versions(store, 3);
    if (!with_head) {
      CHECK(machine.files.remove(store.layout.head(kRun)).ok());
      CHECK(machine.files.sync_folder(store.layout.heads()).ok());
    }
    machine.files.poke(store.layout.note(kRun), "");
    machine.files.reset_calls();
  };
  for (const bool with_head : {true, false}) {
    std::size_t calls = 0;
    {
      FakeMachine machine;
      TestStore store(machine.system());
      prepare(store, machine, with_head);
      CHECK(store.runs.recover(kRun, repaired).ok());
      calls = machine.files.calls();
    }
    for (std::size_t attempt = 0; attempt < 3 * calls; ++attempt) {
      SCOPED_TRACE(attempt);
      const std::size_t call = attempt / 3;
      FakeMachine machine;
      TestStore store(machine.system());
      prepare(store, machine, with_head);
      machine.files.arm({attempt % 3 == 0 ? os::Fault::Kind::error : os::Fault::Kind::crash, call});
      const bool done = store.runs.recover(kRun, repaired).ok();
      if (attempt % 3 == 1) {
        machine.files.crash();
      } else {
        machine.files.kill();
      }
      TestStore next(machine.system());
      EXPECT_TRUE(!done || next.runs.load(kRun).ok());
      EXPECT_EQ(next.runs.summary(kRun).ok(), next.runs.load(kRun).ok());
      if (!next.runs.load(kRun).ok()) {
        ASSERT_TRUE(next.runs.recover(kRun, repaired).ok());
      }
      EXPECT_EQ(decision_ids(next.runs.load(kRun)->run), (std::vector<std::string>{"d2", "d3"}));
      EXPECT_GT(next.runs.load(kRun)->run.version, 3);
      EXPECT_TRUE(next.runs.update(kRun, {}, add_decision("after")).ok());
    }
  }
}

}  // namespace
}  // namespace store
