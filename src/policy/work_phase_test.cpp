#include "policy/work_test_scene.h"

namespace policy {
namespace {

using base::Code;
using model::WorkPhase;
using model::WorkSession;
using model::WorkStatus;

base::Result<WorkOutcome> move_to(const WorkSession& session, const std::string& phase,
                                  WorkSessionFacts facts = facts_at()) {
  return apply_to_work(session, TransitionPhase{.phase = phase}, facts);
}

model::WorkPhase phase_named(std::string_view name) {
  return *model::from_name(name, static_cast<WorkPhase*>(nullptr));
}

// B2-8, S2-64, S2-97, S2-98, SC-46, SC-58
TEST(WorkPhaseTest, EachTypeHasItsOwnWay) {
  struct Row {
    const char* type;
    const char* from;
    const char* to;
    const char* allowed;  // Null: it may.
  };
  const std::vector<Row> rows{
      {"full", "spec", "plan", nullptr},
      {"full", "spec", "build", "plan"},
      {"full", "spec", "docs", "plan"},
      {"full", "spec", "complete", "plan"},
      {"full", "plan", "build", nullptr},
      {"full", "plan", "docs", "build"},
      {"full", "plan", "complete", "build"},
      {"full", "build", "docs", nullptr},
      {"full", "build", "complete", "docs"},
      {"full", "docs", "complete", nullptr},
      {"quick", "spec", "plan", nullptr},
      {"quick", "spec", "build", "plan"},
      {"quick", "plan", "build", nullptr},
      {"quick", "plan", "complete", "build"},
      {"quick", "build", "docs", nullptr},
      {"quick", "build", "complete", nullptr},
      {"quick", "docs", "complete", nullptr},
      {"research", "spec", "plan", "docs, complete"},
      {"research", "spec", "build", "docs, complete"},
      {"research", "spec", "docs", nullptr},
      {"research", "spec", "complete", nullptr},
      {"research", "plan", "build", "none"},
      {"research", "build", "docs", "none"},
      {"research", "docs", "complete", nullptr},
      {"of-tomorrow", "spec", "build", "plan"},
      {"of-tomorrow", "build", "docs", nullptr},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(std::string(row.type) + ": " + row.from + " to " + row.to);
    WorkSession session = session_in(phase_named(row.from));
    session.type = model::Named<model::WorkType>(std::string(row.type));
    session.build.completed = {1, 2, 3, 4, 5};
    const auto moved = move_to(session, row.to);
    if (row.allowed == nullptr) {
      ASSERT_TRUE(moved.ok()) << moved.error().message;
      EXPECT_TRUE(moved->changed);
      EXPECT_EQ(moved->session.phase.text(), row.to);
    } else {
      EXPECT_EQ(code_of(moved), Code::invalid_transition);
      EXPECT_EQ(moved.error().message, std::string("Invalid phase transition: ") + row.from +
                                           " -> " + row.to + " (allowed: " + row.allowed + ")");
    }
  }
}

// S2-29, S2-50, S2-81, S2-82, S2-83, S2-84, S2-85, S2-86, S2-87, S2-88, S2-89, S2-90, S2-110, SC-45
TEST(WorkPhaseTest, AForwardPassSetsEachTimeOnceAndEndsComplete) {
  WorkSession session = new_session();
  int hour = 11;
  for (const char* const phase : {"plan", "build", "docs", "complete"}) {
    WorkSessionFacts facts = facts_at("2026-02-14T" + std::to_string(hour++) + ":00:00Z");
    facts.plan_checkpoints = std::vector<std::int64_t>{};
    const WorkSession before = session;
    const auto moved = move_to(session, phase, facts);
    ASSERT_TRUE(moved.ok()) << moved.error().message;
    session = moved->session;
    EXPECT_EQ(session.updated_at, facts.now);
    for (std::size_t at = 0; at < model::kTimedPhases; ++at) {
      // What was set stays.
      if (before.phases[at].started_at) {
        EXPECT_EQ(session.phases[at].started_at, before.phases[at].started_at);
      }
      if (before.phases[at].completed_at) {
        EXPECT_EQ(session.phases[at].completed_at, before.phases[at].completed_at);
      }
    }
  }
  EXPECT_TRUE(session.status.is(WorkStatus::complete));
  for (std::size_t at = 0; at < model::kTimedPhases; ++at) {
    ASSERT_TRUE(session.phases[at].started_at && session.phases[at].completed_at);
    if (at == 0) continue;
    EXPECT_EQ(session.phases[at].started_at, session.phases[at - 1].completed_at);
  }
  EXPECT_EQ(session.phases[0].started_at, kWorkBegin);
  EXPECT_EQ(session.phases[3].completed_at, "2026-02-14T14:00:00Z");
}

// S2-70
TEST(WorkPhaseTest, AnUnknownPhaseIsAnsweredWithTheKnownOnes) {
  const auto moved = move_to(new_session(), "review");
  EXPECT_EQ(code_of(moved), Code::invalid_value);
  EXPECT_EQ(moved.error().message,
            "new_phase: \"review\" is not one of spec, plan, build, docs, complete");
}

TEST(WorkPhaseTest, TheSamePhaseIsNoChange) {
  for (const WorkPhase phase : model::kWorkPhases) {
    const WorkSession session = session_in(phase);
    const auto moved = move_to(session, std::string(model::name_of(phase)));
    ASSERT_TRUE(moved.ok());
    EXPECT_FALSE(moved->changed);
    EXPECT_EQ(moved->session, session);
  }
}

// B2-6, B2-25, SC-51
TEST(WorkPhaseTest, WhatIsPausedFailedOrCompleteIsNotMoved) {
  for (const WorkStatus status : {WorkStatus::paused, WorkStatus::failed, WorkStatus::complete}) {
    WorkSession session = session_in(WorkPhase::plan);
    session.status = status;
    EXPECT_EQ(code_of(move_to(session, "build")), Code::invalid_status);
    EXPECT_EQ(code_of(apply_to_work(session, CompletePhase{.phase = "plan"}, facts_at())),
              Code::invalid_status);
  }
  EXPECT_EQ(code_of(move_to(session_in(WorkPhase::complete), "docs")), Code::invalid_status);
}

// B2-24, SC-47
TEST(WorkPhaseTest, ABuildNeedsAPlanThatCanBeRead) {
  const WorkSession session = session_in(WorkPhase::plan);
  WorkSessionFacts unreadable = without_plan();
  unreadable.has_plan = true;
  for (const WorkSessionFacts& facts : {without_plan(), unreadable}) {
    EXPECT_EQ(code_of(move_to(session, "build", facts)), Code::precondition_failed);
    const auto forced =
        apply_to_work(session, TransitionPhase{.phase = "build", .force = true}, facts);
    ASSERT_TRUE(forced.ok());
    EXPECT_TRUE(forced->session.phase.is(WorkPhase::build));
    EXPECT_EQ(forced->warnings.size(), 1U);
  }
}

// B2-24
TEST(WorkPhaseTest, ABuildIsLeftWithEveryCheckpointDoneOrByForce) {
  const WorkSession session = building({1, 2, 4});
  const auto moved = move_to(session, "docs");
  EXPECT_EQ(code_of(moved), Code::precondition_failed);
  EXPECT_EQ(moved.error().message, "Checkpoints are not completed: 3, 5");
  const auto forced =
      apply_to_work(session, TransitionPhase{.phase = "docs", .force = true}, facts_at());
  ASSERT_TRUE(forced.ok());
  EXPECT_EQ(forced->warnings, std::vector<std::string>{moved.error().message});
  EXPECT_TRUE(move_to(building({1, 2, 3, 4, 5}), "docs").ok());
  // Without a plan the total counts.
  EXPECT_EQ(code_of(move_to(building({1}, 2), "docs", without_plan())), Code::precondition_failed);
  EXPECT_TRUE(move_to(building({1, 2}, 2), "docs", without_plan()).ok());
}

TEST(WorkPhaseTest, ForceOpensTheShortCutFromBuildAndNoOther) {
  const TransitionPhase wish{.phase = "complete", .force = true};
  const auto moved = apply_to_work(building({1}), wish, facts_at());
  ASSERT_TRUE(moved.ok());
  EXPECT_TRUE(moved->session.status.is(WorkStatus::complete));
  EXPECT_EQ(moved->session.times(WorkPhase::build).completed_at, kWorkLater);
  EXPECT_EQ(moved->session.times(WorkPhase::docs), model::PhaseTimes{});
  EXPECT_EQ(code_of(apply_to_work(new_session(), wish, facts_at())), Code::invalid_transition);
}

// B2-24
TEST(WorkPhaseTest, AMissingSpecOnlyWarns) {
  WorkSessionFacts facts = facts_at();
  facts.has_spec = false;
  const auto moved = move_to(new_session(), "plan", facts);
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(moved->warnings, std::vector<std::string>{"spec.md is missing"});
  EXPECT_TRUE(move_to(new_session(), "plan")->warnings.empty());
}

// S2-76, B2-10
TEST(WorkPhaseTest, EnteringBuildReadsThePlan) {
  WorkSession session = session_in(WorkPhase::plan);
  session.build = {.total = 2, .completed = {1, 9}, .current = 9};
  const auto moved = move_to(session, "build");
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(moved->session.build.total, 5);
  EXPECT_EQ(moved->session.build.current, 2);
  EXPECT_EQ(moved->session.build.completed, (std::vector<std::int64_t>{1, 9}));
  EXPECT_EQ(moved->warnings,
            std::vector<std::string>{"Checkpoint 9 was completed and is no longer in the plan"});
}

// B2-7
TEST(WorkPhaseTest, GoingBackNeedsReopenKeepsTheFirstStartsAndOpensWhatFollows) {
  const WorkSession session = session_in(WorkPhase::docs);
  EXPECT_EQ(code_of(move_to(session, "plan")), Code::invalid_transition);
  const auto back =
      apply_to_work(session, TransitionPhase{.phase = "plan", .reopen = true}, facts_at());
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(back->session.phase.is(WorkPhase::plan));
  EXPECT_EQ(back->session.times(WorkPhase::spec), session.times(WorkPhase::spec));
  for (std::size_t at = 1; at < model::kTimedPhases; ++at) {
    EXPECT_EQ(back->session.phases[at].started_at, session.phases[at].started_at);
    EXPECT_EQ(back->session.phases[at].completed_at, std::nullopt);
  }
  // The second pass keeps the first start too.
  const auto again = move_to(back->session, "build");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->session.times(WorkPhase::plan).completed_at, kWorkLater);
  EXPECT_EQ(again->session.times(WorkPhase::build).started_at,
            session.times(WorkPhase::build).started_at);
}

// B2-6, B2-7
TEST(WorkPhaseTest, ReopeningWhatIsCompleteMakesItActive) {
  const auto back = apply_to_work(session_in(WorkPhase::complete),
                                  TransitionPhase{.phase = "build", .reopen = true}, facts_at());
  ASSERT_TRUE(back.ok());
  EXPECT_TRUE(back->session.status.is(WorkStatus::active));
  EXPECT_EQ(back->session.times(WorkPhase::docs).completed_at, std::nullopt);
  EXPECT_EQ(back->session.build.current, 1);
  // What is paused or failed is not reopened on the way.
  WorkSession paused = session_in(WorkPhase::docs);
  paused.status = WorkStatus::paused;
  EXPECT_EQ(
      code_of(apply_to_work(paused, TransitionPhase{.phase = "build", .reopen = true}, facts_at())),
      Code::invalid_status);
  EXPECT_EQ(code_of(apply_to_work(session_in(WorkPhase::docs, "research"),
                                  TransitionPhase{.phase = "build", .reopen = true}, facts_at())),
            Code::invalid_transition);
}

// B2-23
TEST(WorkPhaseTest, AClockThatWasPutBackEndsNoPhaseBeforeItBegan) {
  const WorkSession session = new_session();
  const auto moved = move_to(session, "plan", facts_at("2026-02-14T09:00:00Z"));
  ASSERT_TRUE(moved.ok());
  EXPECT_EQ(moved->session.times(WorkPhase::spec).completed_at, kWorkBegin);
  EXPECT_EQ(moved->session.times(WorkPhase::plan).started_at, kWorkBegin);
  EXPECT_EQ(moved->session.updated_at, kWorkBegin);
  EXPECT_EQ(moved->warnings.size(), 1U);
}

// S2-43
TEST(WorkPhaseTest, CompletingAPhaseSetsItsEndAloneAndOnce) {
  const WorkSession session = new_session();
  const auto done = apply_to_work(session, CompletePhase{.phase = "spec"}, facts_at());
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->session.times(WorkPhase::spec).completed_at, kWorkLater);
  EXPECT_TRUE(done->session.phase.is(WorkPhase::spec));
  const auto again = apply_to_work(done->session, CompletePhase{.phase = "spec"},
                                   facts_at("2026-02-15T00:00:00Z"));
  EXPECT_FALSE(again->changed);
  // S2-29: the next one begins where this one ended.
  const auto moved = move_to(done->session, "plan", facts_at("2026-02-14T12:00:00Z"));
  EXPECT_EQ(moved->session.times(WorkPhase::spec).completed_at, kWorkLater);
  EXPECT_EQ(moved->session.times(WorkPhase::plan).started_at, kWorkLater);
}

TEST(WorkPhaseTest, APhaseThatHasNotBegunOrHasWorkLeftIsNotCompleted) {
  const auto complete = [](const WorkSession& session, const char* phase) {
    return code_of(apply_to_work(session, CompletePhase{.phase = phase}, facts_at()));
  };
  EXPECT_EQ(complete(new_session(), "build"), Code::invalid_transition);
  EXPECT_EQ(complete(new_session(), "complete"), Code::invalid_value);
  EXPECT_EQ(complete(new_session(), "x"), Code::invalid_value);
  EXPECT_EQ(complete(building({1}), "build"), Code::precondition_failed);
}

TEST(WorkPhaseTest, ThePhasesThatMayFollowAreTold) {
  EXPECT_EQ(next_phases(new_session()), std::vector{WorkPhase::plan});
  EXPECT_EQ(next_phases(session_in(WorkPhase::build, "quick")),
            (std::vector{WorkPhase::docs, WorkPhase::complete}));
  EXPECT_TRUE(next_phases(session_in(WorkPhase::complete)).empty());
  WorkSession odd = new_session();
  odd.phase = model::Named<WorkPhase>("review");
  EXPECT_TRUE(next_phases(odd).empty());
  EXPECT_EQ(code_of(move_to(odd, "plan")), Code::invalid_transition);
}

}  // namespace
}  // namespace policy
