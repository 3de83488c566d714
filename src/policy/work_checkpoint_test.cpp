#include "policy/work_test_scene.h"

namespace policy {
namespace {

using base::Code;
using model::WorkPhase;
using model::WorkSession;
using Ids = std::vector<std::int64_t>;

base::Result<WorkOutcome> complete(const WorkSession& session, std::int64_t id,
                                   const WorkSessionFacts& facts = facts_at()) {
  return apply_to_work(session, CompleteCheckpoint{id}, facts);
}

base::Result<WorkOutcome> start(const WorkSession& session, std::int64_t id) {
  return apply_to_work(session, StartCheckpoint{id}, facts_at());
}

// S2-51, B2-9, SC-48
TEST(WorkCheckpointTest, CompletingIsIdempotentAndLeadsToTheLowestThatIsOpen) {
  const auto four = complete(building({1, 2}), 4);
  ASSERT_TRUE(four.ok());
  EXPECT_EQ(four->session.build.completed, (Ids{1, 2, 4}));
  EXPECT_EQ(four->session.build.current, 3);
  const auto again = complete(four->session, 4);
  ASSERT_TRUE(again.ok());
  EXPECT_FALSE(again->changed);
  EXPECT_EQ(again->session, four->session);
  EXPECT_EQ(code_of(complete(four->session, 9)), Code::invalid_checkpoint);
  EXPECT_EQ(complete(four->session, 3)->session.build.completed, (Ids{1, 2, 3, 4}));
}

// S2-91
TEST(WorkCheckpointTest, TheLastOneLeavesNoCurrentOne) {
  WorkSession session = building({1, 2, 4, 5});
  session.build.current = 3;
  const auto done = complete(session, 3);
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->session.build.current, std::nullopt);
}

// B2-10
TEST(WorkCheckpointTest, EachCompletionReadsThePlanAnew) {
  WorkSessionFacts facts = facts_at();
  facts.plan_checkpoints = Ids{7, 2};
  const auto done = complete(building({1}), 2, facts);
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->session.build.total, 2);
  EXPECT_EQ(done->session.build.current, 7);
  EXPECT_EQ(done->warnings.size(), 1U);
  EXPECT_EQ(code_of(complete(building({1}), 3, facts)), Code::invalid_checkpoint);
  // What was done is done, whatever the plan says now.
  EXPECT_FALSE(complete(building({1}), 1, facts)->changed);
}

TEST(WorkCheckpointTest, WithoutAPlanTheTotalCounts) {
  EXPECT_EQ(complete(building({}, 2), 2, without_plan())->session.build.current, 1);
  EXPECT_EQ(code_of(complete(building({}, 2), 3, without_plan())), Code::invalid_checkpoint);
  EXPECT_EQ(code_of(complete(building({}, 2), 0, without_plan())), Code::invalid_checkpoint);
  EXPECT_EQ(code_of(complete(building({}, 0), 1, without_plan())), Code::invalid_checkpoint);
  // A file that says nonsense costs no more than one that does not.
  const auto done = complete(building({}, INT64_MAX), 1, without_plan());
  ASSERT_TRUE(done.ok());
  EXPECT_EQ(done->session.build.current, 2);
}

// S2-44
TEST(WorkCheckpointTest, StartingMakesItTheCurrentOne) {
  const auto started = start(building({1}), 4);
  ASSERT_TRUE(started.ok());
  EXPECT_EQ(started->session.build.current, 4);
  EXPECT_FALSE(start(started->session, 4)->changed);
  EXPECT_EQ(code_of(start(building({1}), 1)), Code::already_completed);
  EXPECT_EQ(code_of(start(building({1}), 6)), Code::invalid_checkpoint);
}

TEST(WorkCheckpointTest, CheckpointsAreWorkedOnInBuildAndLateInDocs) {
  for (const WorkPhase phase : {WorkPhase::spec, WorkPhase::plan}) {
    EXPECT_EQ(code_of(complete(session_in(phase), 1)), Code::invalid_status);
    EXPECT_EQ(code_of(start(session_in(phase), 1)), Code::invalid_status);
  }
  const auto late = complete(session_in(WorkPhase::docs), 1);
  ASSERT_TRUE(late.ok());
  EXPECT_EQ(late->warnings.size(), 1U);
}

// SC-51
TEST(WorkCheckpointTest, WhatIsNotActiveIsNotWorkedOn) {
  EXPECT_EQ(code_of(complete(session_in(WorkPhase::complete), 1)), Code::invalid_status);
  for (const auto status : {model::WorkStatus::paused, model::WorkStatus::failed}) {
    WorkSession session = building();
    session.status = status;
    EXPECT_EQ(code_of(complete(session, 1)), Code::invalid_status);
    EXPECT_EQ(code_of(start(session, 1)), Code::invalid_status);
    EXPECT_EQ(code_of(apply_to_work(session, InitBuild{.total = 3}, facts_at())),
              Code::invalid_status);
  }
}

TEST(WorkCheckpointTest, TheTotalIsThePlansOrTheOneGivenWhereThereIsNone) {
  const auto init = [](std::optional<std::int64_t> total, const WorkSessionFacts& facts) {
    return apply_to_work(building({1}, 0), InitBuild{.total = total}, facts);
  };
  EXPECT_EQ(init(std::nullopt, facts_at())->session.build.total, 5);
  EXPECT_EQ(init(std::nullopt, facts_at())->session.build.current, 2);
  EXPECT_EQ(init(3, without_plan())->session.build.total, 3);
  const auto other = init(4, facts_at());
  EXPECT_EQ(other->session.build.total, 5);
  EXPECT_EQ(other->warnings, std::vector<std::string>{"The plan has 5 checkpoints, not 4"});
  EXPECT_EQ(code_of(init(std::nullopt, without_plan())), Code::precondition_failed);
  EXPECT_EQ(code_of(init(-1, without_plan())), Code::invalid_value);
  EXPECT_EQ(code_of(init(10'001, without_plan())), Code::invalid_value);
  EXPECT_TRUE(
      apply_to_work(session_in(WorkPhase::plan), InitBuild{.total = 1}, without_plan()).ok());
  EXPECT_EQ(code_of(apply_to_work(new_session(), InitBuild{.total = 1}, without_plan())),
            Code::invalid_status);
}

}  // namespace
}  // namespace policy
