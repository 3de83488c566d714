#include "store/run_history.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <nlohmann/json.hpp>
#include <string>

#include "store/signed_note.h"
#include "store/test_support.h"

namespace store {
namespace {

using base::Code;
using base::Json;

class RunHistoryTest : public ::testing::Test {
 protected:
  std::string read(const os::Path& path) { return *machine_.files.peek(path); }
  std::vector<StateLine> lines() { return state_lines(store_.journal, kRun, 0).value(); }

  // As if a writer had died after its journal line: version 3 is in the journal and nowhere else.
  void leave_unfinished_line() {
    const std::string note = read(store_.layout.note(kRun));
    const std::string head = read(store_.layout.head(kRun));
    ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("never saved")).ok());
    machine_.files.poke(store_.layout.note(kRun), note);
    machine_.files.poke(store_.layout.head(kRun), head);
  }

  FakeMachine machine_;
  TestStore store_{machine_.system()};
};

// Any state, as different as a sequence of savers could make it.
model::Run random_state(model::Run run) {
  run.protocol_start_evidence.clear();
  for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
    run.protocol_start_evidence[*rc::gen::element<std::string>("a", "a/b", "a~b", "", "0", "-")] =
        std::to_string(*rc::gen::inRange(0, 3));
  }
  run.workflow.reset();
  if (*rc::gen::arbitrary<bool>()) {
    run.workflow.emplace();
    for (int i = *rc::gen::inRange(0, 4); i > 0; --i) {
      run.workflow->agent_history.push_back(
          invocation(std::to_string(*rc::gen::inRange(0, 9)), model::Agent::qa));
    }
  }
  run.active_task.reset();
  if (*rc::gen::arbitrary<bool>()) run.active_task = "task";
  Json extra = Json::object();
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    extra[*rc::gen::element<std::string>("x", "y", "x/y~z")] =
        *rc::gen::element<Json>(1, "1", nullptr, Json::array({1, 2}), Json{{"k", 1}});
  }
  run.extra = extra.empty() ? base::JsonBox() : base::JsonBox(extra);
  return run;
}

TEST_F(RunHistoryTest, EveryVersionCanBeHadAgain) {
  EXPECT_TRUE(rc::check([] {
    FakeMachine machine;
    TestStore store(machine.system());
    std::vector<model::Run> saved = {store.runs.create(random_state(new_run()), {}).value().run};
    const int updates = *rc::gen::inRange(1, 8);
    for (int i = 0; i < updates; ++i) {
      const Saved next = store.runs
                             .update(kRun, {.actor = "cli", .what = "random"},
                                     [](model::Run run) -> base::Result<model::Run> {
                                       return random_state(std::move(run));
                                     })
                             .value();
      if (next.changed) saved.push_back(next.run);
    }
    for (const model::Run& run : saved) {
      const model::Run past = store.runs.at_version(kRun, run.version).value();
      // Sorted, since a patch adds keys at the end.
      RC_ASSERT(nlohmann::json(model::to_json(past)) == nlohmann::json(model::to_json(run)));
    }
    RC_ASSERT(!store.runs.at_version(kRun, saved.back().version + 1).ok());
    const auto head = store.runs.load(kRun)->head;
    RC_ASSERT(store.journal.verify(kRun, head).value().empty());
  }));
}

TEST_F(RunHistoryTest, AVersionThatNeverWasIsNotFound) {
  save_versions(store_, 2);
  for (const std::int64_t version : {-1, 0, 3, 1000}) {
    EXPECT_EQ(store_.runs.at_version(kRun, version).error().code, Code::not_found) << version;
  }
  EXPECT_EQ(store_.runs.at_version(kOtherRun, 1).error().code, Code::not_found);
}

TEST_F(RunHistoryTest, ALineSaysWhoDidWhatWhen) {
  save_versions(store_, 2);
  machine_.clock.advance(std::chrono::hours{1});
  ASSERT_TRUE(
      store_.runs.update(kRun, {.actor = "cli", .what = "set-state"}, add_decision("d")).ok());
  const StateLine line = lines().at(2);
  EXPECT_EQ(line.version, 3);
  EXPECT_EQ(line.actor, "cli");
  EXPECT_EQ(line.what, "set-state");
  EXPECT_EQ(line.at, "2026-01-18T10:30:00.000Z");
  EXPECT_EQ(line.signature, store_.runs.load(kRun)->signature);
  EXPECT_EQ(line.hash, store_.runs.load(kRun)->head->journal_hash);
  EXPECT_FALSE(line.voided);
}

// 4.3: "A journal line without its note is completed or voided by the next writer."
TEST_F(RunHistoryTest, AnUnfinishedLineIsVoidedByTheNextWriterAndSkippedByReaders) {
  save_versions(store_, 2);
  leave_unfinished_line();
  EXPECT_EQ(store_.runs.load(kRun)->run.version, 2);
  const Saved saved = store_.runs.update(kRun, {}, add_decision("saved")).value();
  EXPECT_EQ(saved.run.version, 3);
  EXPECT_EQ(decision_ids(saved.run), (std::vector<std::string>{"d2", "saved"}));
  EXPECT_EQ(decision_ids(store_.runs.at_version(kRun, 3).value()), decision_ids(saved.run));
  ASSERT_EQ(lines().size(), 4U);
  EXPECT_TRUE(lines()[2].voided);
  EXPECT_FALSE(lines()[3].voided);
  // Once is enough.
  const std::size_t before = read(store_.layout.journal(kRun)).find("state.void");
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("more")).ok());
  const std::string journal = read(store_.layout.journal(kRun));
  EXPECT_EQ(journal.find("state.void", before + 1), std::string::npos);
  EXPECT_TRUE(store_.journal.verify(kRun, store_.runs.load(kRun)->head).value().empty());
}

TEST_F(RunHistoryTest, TwoUnfinishedLinesAreBothVoided) {
  save_versions(store_, 2);
  leave_unfinished_line();
  leave_unfinished_line();
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("saved")).ok());
  EXPECT_EQ(decision_ids(store_.runs.at_version(kRun, 3).value()),
            (std::vector<std::string>{"d2", "saved"}));
  EXPECT_EQ(replay(store_.journal, store_.keys, kRun, std::nullopt)->version, 3);
}

// A creation that was cut short and done again leaves two lines of version 1.
TEST_F(RunHistoryTest, TheLaterOfTwoLinesOfOneVersionIsTheOneThatWasSaved) {
  model::Run lost = new_run();
  lost.active_task = "lost";
  ASSERT_TRUE(store_.runs.create(lost, {}).ok());
  ASSERT_TRUE(machine_.files.remove(store_.layout.note(kRun)).ok());
  ASSERT_TRUE(machine_.files.remove(store_.layout.head(kRun)).ok());
  model::Run kept = new_run();
  kept.active_task = "kept";
  ASSERT_TRUE(store_.runs.create(kept, {}).ok());
  EXPECT_EQ(store_.runs.at_version(kRun, 1)->active_task, "kept");
  const PastState newest = replay(store_.journal, store_.keys, kRun, std::nullopt).value();
  EXPECT_EQ(newest.document.get()["activeTask"], "kept");
}

// Anybody can write lines into a journal; reading them must not end the program.
TEST_F(RunHistoryTest, LinesThatOnlyLookLikeStateChangesAreSkipped) {
  save_versions(store_, 2);
  const Json good = [&] {
    Json payload{{"version", 3}, {"what", "x"}, {"signature", std::string(64, 'a')}};
    payload["patch"] = Json::array();
    return payload;
  }();
  std::vector<Json> payloads;
  for (const char* key : {"version", "what", "signature", "patch"}) {
    for (const Json& value : {Json(5), Json("text"), Json(nullptr), Json::array({5}),
                              Json{{"a", 1}}, Json::array({Json{{"op", "add"}}})}) {
      Json payload = good;
      payload[key] = value;
      payloads.push_back(payload);
    }
  }
  for (const Json& payload : payloads) {
    for (const char* kind : {"state", "state.void"}) {
      ASSERT_TRUE(store_.journal.append(kRun, {kind, "x", base::JsonBox(payload)}, {}).ok());
    }
    Json voiding = payload;
    voiding["hash"] = payload["what"];
    ASSERT_TRUE(store_.journal.append(kRun, {"state.void", "x", base::JsonBox(voiding)}, {}).ok());
  }
  EXPECT_EQ(store_.runs.at_version(kRun, 2)->version, 2);
  EXPECT_FALSE(store_.runs.at_version(kRun, 3).ok());
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d3")).ok());
  EXPECT_EQ(decision_ids(store_.runs.at_version(kRun, 3).value()),
            (std::vector<std::string>{"d2", "d3"}));
}

// SC-1 for the past: a patch that was changed does not give a state.
TEST_F(RunHistoryTest, AStateThatItsSignatureDoesNotFitIsNotGivenOut) {
  save_versions(store_, 3);
  std::string journal = read(store_.layout.journal(kRun));
  const std::size_t at = journal.find("\"d2\"");
  ASSERT_NE(at, std::string::npos);
  journal[at + 2] = '9';
  machine_.files.poke(store_.layout.journal(kRun), journal);
  EXPECT_TRUE(store_.runs.at_version(kRun, 1).ok());
  EXPECT_FALSE(store_.runs.at_version(kRun, 2).ok());
  EXPECT_FALSE(store_.runs.at_version(kRun, 3).ok());
}

// Without its journal a run goes on; its history begins anew.
TEST_F(RunHistoryTest, AfterALostJournalTheNextVersionIsWholeAgain) {
  save_versions(store_, 3);
  ASSERT_TRUE(machine_.files.remove(store_.layout.journal(kRun)).ok());
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d4")).ok());
  ASSERT_TRUE(store_.runs.update(kRun, {}, add_decision("d5")).ok());
  EXPECT_FALSE(store_.runs.at_version(kRun, 3).ok());
  EXPECT_EQ(decision_ids(store_.runs.at_version(kRun, 4).value()),
            (std::vector<std::string>{"d2", "d3", "d4"}));
  EXPECT_EQ(store_.runs.at_version(kRun, 5)->version, 5);
}

// A change of everything is told as the new state, which is smaller than the list of differences.
TEST_F(RunHistoryTest, ALineIsNeverMuchLargerThanTheNote) {
  const auto with_numbers = [](int number) {
    return [number](model::Run run) -> base::Result<model::Run> {
      run.extra = base::JsonBox(Json{{"numbers", std::vector<int>(5000, number)}});
      return run;
    };
  };
  save_versions(store_, 1);
  ASSERT_TRUE(store_.runs.update(kRun, {}, with_numbers(1)).ok());
  const std::uint64_t before = store_.journal.size(kRun);
  ASSERT_TRUE(store_.runs.update(kRun, {}, with_numbers(2)).ok());
  EXPECT_LT(store_.journal.size(kRun) - before, store_.runs.load(kRun)->bytes.size() + 1000);
  EXPECT_EQ(store_.runs.at_version(kRun, 3)->extra.get()["numbers"][4999], 2);
  EXPECT_EQ(store_.runs.at_version(kRun, 2)->extra.get()["numbers"][4999], 1);
}

}  // namespace
}  // namespace store
