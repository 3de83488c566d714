#include "store/run_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "store/signed_note.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;
using base::Json;

base::Result<model::Run> unchanged(model::Run run) { return run; }

class RunStoreTest : public ::testing::Test {
 protected:
  std::string note() { return machine_.files.peek(store_.layout.note(kRun)).value_or(""); }
  std::string head() { return machine_.files.peek(store_.layout.head(kRun)).value_or(""); }

  FakeMachine machine_;
  TestStore store_{machine_.system()};
  RunStore& runs_ = store_.runs;
};

// S0-24, S0-41, S0-84
TEST_F(RunStoreTest, ACreatedRunIsVersionOneAndLoadsAsItIs) {
  const Saved saved = runs_.create(full_run(), {.actor = "hook", .what = "create"}).value();
  EXPECT_TRUE(saved.changed);
  EXPECT_EQ(saved.run.version, 1);
  EXPECT_EQ(saved.run.created_at, "2026-01-18T09:00:00.000Z") << "Given, so kept.";
  EXPECT_EQ(saved.run.updated_at, "2026-01-18T09:30:00.000Z");
  const VerifiedRun loaded = runs_.load(kRun).value();
  EXPECT_EQ(model::to_json(loaded.run), model::to_json(saved.run));
  EXPECT_EQ(loaded.head->version, 1);
  EXPECT_EQ(loaded.bytes, note());
  Json expected = model::to_json(full_run());
  expected["version"] = 1;
  expected["updatedAt"] = saved.run.updated_at;
  expected["keyId"] = store_.keys.signing().value()->id;
  EXPECT_EQ(model::to_json(loaded.run), expected) << "Nothing else may change.";
}

TEST_F(RunStoreTest, ANewRunGetsItsTimesAndProject) {
  const model::Run run = runs_.create(new_run(), {}).value().run;
  EXPECT_EQ(run.created_at, "2026-01-18T09:30:00.000Z");
  EXPECT_EQ(run.project.text, kProjectId);
  EXPECT_EQ(run.key_id, store_.keys.signing().value()->id);
}

// S0-79
TEST_F(RunStoreTest, EverythingIsForItsOwnerAlone) {
  save_versions(store_, 2);
  for (const os::Path& file : machine_.files.all_files()) {
    EXPECT_EQ(machine_.files.info(file)->mode, 0600U) << file;
    EXPECT_EQ(machine_.files.info(file.parent_path())->mode, 0700U) << file;
  }
}

// S0-3: and nothing else lies about.
TEST_F(RunStoreTest, ARunIsANoteAHeadAJournalAndALock) {
  save_versions(store_, 3);
  std::vector<os::Path> expected = {store_.layout.note(kRun), store_.layout.head(kRun),
                                    store_.layout.journal(kRun), store_.layout.lock(kRun)};
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(machine_.files.all_files(), expected);
}

TEST_F(RunStoreTest, ARunIsCreatedOnce) {
  save_versions(store_, 1);
  const std::string before = note();
  EXPECT_EQ(runs_.create(new_run(), {}).error().code, Code::exists);
  EXPECT_EQ(note(), before);
}

// S0-39
TEST_F(RunStoreTest, AnUnknownRunIsNotFoundAndLeavesNoTrace) {
  for (const base::Error& error :
       {runs_.load(kRun).error(), runs_.update(kRun, {}, unchanged).error(),
        runs_.summary(kRun).error(),
        runs_.recover(kRun, [](auto, const auto&) { return new_run(); }).error()}) {
    EXPECT_EQ(error.code, Code::not_found);
    EXPECT_EQ(error.message, "Session " + kRun.text + " not found");
  }
  EXPECT_TRUE(machine_.files.all_files().empty());
}

// S0-34, S0-43
TEST_F(RunStoreTest, EveryUpdateIsTheNextVersion) {
  save_versions(store_, 1);
  for (int version = 2; version <= 6; ++version) {
    machine_.clock.advance(std::chrono::seconds{1});
    const Saved saved = runs_.update(kRun, {}, add_decision("d" + std::to_string(version))).value();
    EXPECT_EQ(saved.run.version, version);
    EXPECT_EQ(saved.run.updated_at, base::to_iso(machine_.clock.now()));
    EXPECT_EQ(saved.run.created_at, "2026-01-18T09:30:00.000Z");
    EXPECT_EQ(runs_.load(kRun)->run.version, version);
    EXPECT_EQ(runs_.load(kRun)->head->version, version);
    EXPECT_EQ(decision_ids(runs_.load(kRun)->run).size(), static_cast<std::size_t>(version - 1));
  }
}

TEST_F(RunStoreTest, AChangeCannotChooseItsVersionOrProject) {
  save_versions(store_, 2);
  const Saved saved = runs_
                          .update(kRun, {},
                                  [](model::Run run) -> base::Result<model::Run> {
                                    run.active_task = "one that is new";
                                    run.version = 99;
                                    run.project.text = "ffffffffffffffff";
                                    run.key_id = "ffffffffffffffff";
                                    return run;
                                  })
                          .value();
  EXPECT_EQ(saved.run.version, 3);
  EXPECT_EQ(saved.run.project.text, kProjectId);
  EXPECT_TRUE(runs_.load(kRun).ok());
}

TEST_F(RunStoreTest, AnUpdateThatChangesNothingWritesNothing) {
  ASSERT_TRUE(runs_.create(full_run(), {}).ok());
  const std::string before = note();
  const std::uint64_t journal = store_.journal.size(kRun);
  machine_.clock.advance(std::chrono::seconds{1});
  const Saved saved = runs_.update(kRun, {}, unchanged).value();
  EXPECT_FALSE(saved.changed);
  EXPECT_EQ(saved.run.version, 1);
  EXPECT_EQ(note(), before);
  EXPECT_EQ(store_.journal.size(kRun), journal);
}

TEST_F(RunStoreTest, TheErrorOfAChangeEndsItWithNothingWritten) {
  save_versions(store_, 2);
  const std::string before = note();
  const std::uint64_t journal = store_.journal.size(kRun);
  const auto saved = runs_.update(kRun, {}, [](model::Run) -> base::Result<model::Run> {
    return base::Error{Code::refused, "no", ""};
  });
  EXPECT_EQ(saved.error().code, Code::refused);
  EXPECT_EQ(note(), before);
  EXPECT_EQ(store_.journal.size(kRun), journal);
}

// SC-5, S0-35
TEST_F(RunStoreTest, AnExpectedVersionThatIsNotTheNewestIsAConflict) {
  save_versions(store_, 6);
  const std::string before = note();
  const auto saved = runs_.update(kRun, {.expected_version = 5}, add_decision("late"));
  EXPECT_EQ(saved.error().code, Code::version_conflict);
  EXPECT_NE(saved.error().message.find("version 6, not 5"), std::string::npos);
  EXPECT_EQ(note(), before);
  EXPECT_TRUE(runs_.update(kRun, {.expected_version = 6}, add_decision("in time")).ok());
}

// S0-36, S0-38, SC-5
TEST_F(RunStoreTest, ALockThatIsNotGivenUpEndsInTheWordsOfTheDocument) {
  save_versions(store_, 2);
  const std::string before = note();
  const auto held = machine_.files.open(store_.layout.lock(kRun), {.write = true}).value();
  ASSERT_TRUE(held->try_lock().value());
  const auto started = machine_.clock.steady();
  const auto saved = runs_.update(kRun, {}, add_decision("late"));
  EXPECT_EQ(saved.error().code, Code::lock_timeout);
  EXPECT_EQ(saved.error().message, "Failed to update session " + kRun.text + " after 3 attempts");
  EXPECT_GE(machine_.clock.steady() - started, std::chrono::milliseconds{1999});
  EXPECT_EQ(note(), before);

  TestStore patient(machine_.system(), {.locking = {.attempts_max = 7}});
  EXPECT_EQ(patient.runs.update(kRun, {}, add_decision("late")).error().message,
            "Failed to update session " + kRun.text + " after 7 attempts");
  EXPECT_EQ(patient.runs.create(new_run(kRun), {}).error().code, Code::lock_timeout);
}

TEST_F(RunStoreTest, ReadingNeedsNoLock) {
  save_versions(store_, 2);
  const auto held = machine_.files.open(store_.layout.lock(kRun), {.write = true}).value();
  ASSERT_TRUE(held->try_lock().value());
  EXPECT_TRUE(runs_.load(kRun).ok());
  EXPECT_TRUE(runs_.summary(kRun).ok());
}

// S0-89, SC-20
TEST_F(RunStoreTest, AnotherProcessReadsTheSameState) {
  save_versions(store_, 3);
  TestStore other(machine_.system());
  EXPECT_EQ(model::to_json(other.runs.load(kRun)->run), model::to_json(runs_.load(kRun)->run));
  EXPECT_EQ(decision_ids(other.runs.load(kRun)->run), (std::vector<std::string>{"d2", "d3"}));
}

// C-23: nothing is made on disk before it is known that it can be signed.
TEST_F(RunStoreTest, WithoutAKeyNothingIsWritten) {
  machine_.environment.unset("BRAIN_SESSION_SECRET");
  TestStore without(machine_.system());
  EXPECT_EQ(without.runs.create(new_run(), {}).error().code, Code::no_secret);
  EXPECT_TRUE(machine_.files.all_files().empty());
  machine_.environment.set("BRAIN_SESSION_SECRET", kSecret);
  save_versions(store_, 1);
  EXPECT_EQ(without.runs.load(kRun).error().code, Code::no_secret);
  EXPECT_EQ(without.runs.update(kRun, {}, unchanged).error().code, Code::no_secret);
}

// SC-10
TEST_F(RunStoreTest, AfterARotationTheNextSaveIsUnderTheNewKey) {
  save_versions(store_, 2);
  machine_.environment.set("BRAIN_SESSION_SECRET", kOtherSecret);
  TestStore without(machine_.system());
  EXPECT_EQ(without.runs.load(kRun).error().code, Code::signature_invalid);
  machine_.environment.set("BRAIN_SESSION_SECRET_PREVIOUS", kSecret);
  TestStore with(machine_.system());
  ASSERT_TRUE(with.runs.load(kRun).ok());
  EXPECT_FALSE(with.runs.update(kRun, {}, unchanged)->changed);
  ASSERT_TRUE(with.runs.update(kRun, {}, add_decision("new key")).ok());
  EXPECT_EQ(with.runs.at_version(kRun, 1)->version, 1);
  EXPECT_EQ(with.runs.at_version(kRun, 3)->version, 3);
  machine_.environment.unset("BRAIN_SESSION_SECRET_PREVIOUS");
  TestStore after(machine_.system());
  EXPECT_EQ(after.runs.load(kRun)->run.version, 3);
}

// B0-25, B0-31, SC-16
TEST_F(RunStoreTest, ANoteWithAnUnknownModeIsRead) {
  model::Run run = new_run();
  run.mode = model::ModeName(std::string("anlysis"));
  ASSERT_TRUE(runs_.create(run, {}).ok());
  EXPECT_EQ(runs_.load(kRun)->run.mode.text(), "anlysis");
  EXPECT_EQ(runs_.summary(kRun)->mode, "anlysis");
  run.mode = model::ModeName(std::string("two\nlines"));
  ASSERT_TRUE(runs_
                  .update(kRun, {},
                          [&](model::Run next) -> base::Result<model::Run> {
                            next.mode = run.mode;
                            return next;
                          })
                  .ok());
  EXPECT_EQ(runs_.load(kRun)->run.mode.text(), "two\nlines");
  EXPECT_EQ(runs_.summary(kRun)->mode, "unknown");
}

// B0-26
TEST_F(RunStoreTest, AStateOverTheLimitIsRefusedAndTheOldOneStays) {
  save_versions(store_, 2);
  const std::string before = note();
  const std::uint64_t journal = store_.journal.size(kRun);
  const auto saved = runs_.update(kRun, {}, [](model::Run run) -> base::Result<model::Run> {
    run.protocol_start_evidence["large"] = std::string(kNoteBytesMax, 'x');
    return run;
  });
  EXPECT_EQ(saved.error().code, Code::too_large);
  EXPECT_EQ(note(), before);
  EXPECT_EQ(store_.journal.size(kRun), journal);
  EXPECT_TRUE(runs_.update(kRun, {}, add_decision("next")).ok());
}

TEST_F(RunStoreTest, AStateThatCouldNotBeReadAgainIsRefusedAndTheOldOneStays) {
  save_versions(store_, 2);
  Json deep = 1;
  for (int level = 0; level < 128; ++level) deep = Json::array({deep});
  const std::vector<RunStore::Change> changes = {[](model::Run run) -> base::Result<model::Run> {
                                                   run.active_task = "\xff\xfe";
                                                   return run;
                                                 },
                                                 [&](model::Run run) -> base::Result<model::Run> {
                                                   run.extra = base::JsonBox(Json{{"deep", deep}});
                                                   return run;
                                                 }};
  for (const RunStore::Change& change : changes) {
    EXPECT_EQ(runs_.update(kRun, {}, change).error().code, Code::invalid_value);
    EXPECT_EQ(runs_.load(kRun)->run.version, 2);
  }
  EXPECT_TRUE(runs_.update(kRun, {}, add_decision("next")).ok());
}

TEST_F(RunStoreTest, RunsAreListedById) {
  EXPECT_TRUE(runs_.list().empty());
  save_versions(store_, 1, kRun);
  save_versions(store_, 1, kOtherRun);
  machine_.files.poke(store_.layout.sessions() / "current-session", kRun.text);
  machine_.files.poke(store_.layout.sessions() / ("session-" + kRun.text + "-history-1.json"), "");
  EXPECT_EQ(runs_.list(), (std::vector<model::RunId>{kOtherRun, kRun}));
}

// The gate's way: the head speaks for a note whose bytes it knows, and for no other.
TEST_F(RunStoreTest, ASummarySaysWhatTheNoteSays) {
  ASSERT_TRUE(runs_.create(full_run(), {}).ok());
  const HeadRecord summary = runs_.summary(kRun).value();
  EXPECT_EQ(summary.mode, "planning");
  EXPECT_TRUE(summary.protocol_start_complete && summary.protocol_started && summary.ended);
  EXPECT_EQ(summary.version, 1);
  // Re-indented: other bytes, the same note.
  machine_.files.poke(store_.layout.note(kRun), base::dump_line(base::parse_json(note()).value()));
  EXPECT_EQ(runs_.summary(kRun)->note_signature, summary.note_signature);
  EXPECT_EQ(runs_.load(kRun)->run.version, 1);
}

}  // namespace
}  // namespace store
