#include "policy/work_test_scene.h"

namespace policy {
namespace {

using model::WorkPhase;
using model::WorkSession;
using model::WorkStatus;
using Ids = std::vector<std::int64_t>;

std::vector<std::string> shas_of(const WorkSession& session) {
  std::vector<std::string> shas;
  for (const auto& commit : session.commits) shas.push_back(commit.sha);
  return shas;
}

WorkSession with_commits(WorkSession session, const std::vector<std::string>& shas) {
  for (const std::string& sha : shas) {
    session.commits.push_back(
        {.sha = sha, .message = "", .checkpoint = std::nullopt, .created_at = kWorkBegin});
  }
  return session;
}

// B2-13, SC-59
TEST(WorkMergeTest, CommitsOfBothAreThereEachOnce) {
  const WorkSession base = with_commits(building(), {"aaaaaaa"});
  const WorkSession ours = with_commits(base, {"bbbbbbb", "ccccccc"});
  const WorkSession theirs = with_commits(base, {"ddddddd", "cccccccc0"});
  EXPECT_EQ(shas_of(merge_work(base, ours, theirs)),
            (std::vector<std::string>{"aaaaaaa", "bbbbbbb", "ccccccc", "ddddddd"}));
}

// B2-13
TEST(WorkMergeTest, CheckpointsOfBothAreDone) {
  const WorkSession base = building({1}, 4);
  WorkSession ours = building({1, 2}, 4);
  ours.build.current = 3;
  WorkSession theirs = building({1, 3}, 4);
  theirs.build.current = 2;
  const WorkSession merged = merge_work(base, ours, theirs);
  EXPECT_EQ(merged.build.completed, (Ids{1, 2, 3}));
  EXPECT_EQ(merged.build.current, 4);
}

// B2-13
TEST(WorkMergeTest, OfTwoPhasesTheLaterOneCountsWithItsTimes) {
  const WorkSession base = session_in(WorkPhase::spec);
  const WorkSession ours = session_in(WorkPhase::plan);
  const WorkSession theirs = session_in(WorkPhase::docs);
  EXPECT_EQ(merge_work(base, ours, theirs).phases, theirs.phases);
  EXPECT_EQ(merge_work(base, theirs, ours).phase, theirs.phase);
  EXPECT_EQ(merge_work(base, base, ours).phase, ours.phase);
}

// B2-6, B2-7
TEST(WorkMergeTest, WhatOneSideReopenedStaysOpenWhereTheOtherDidNothing) {
  const WorkSession base = session_in(WorkPhase::complete);
  const auto ours =
      apply_to_work(base, TransitionPhase{.phase = "build", .reopen = true}, facts_at());
  WorkSession theirs = base;
  theirs.updated_at = "2026-03-01T00:00:00Z";
  const WorkSession merged = merge_work(base, ours->session, theirs);
  EXPECT_TRUE(merged.phase.is(WorkPhase::build));
  EXPECT_TRUE(merged.status.is(WorkStatus::active));
  EXPECT_EQ(merged.phases, ours->session.phases);
  EXPECT_EQ(merged.updated_at, theirs.updated_at);
}

// B2-6
TEST(WorkMergeTest, PhaseAndStatusAgreeAfterwards) {
  const WorkSession base = session_in(WorkPhase::docs);
  WorkSession paused = base;
  paused.status = WorkStatus::paused;
  paused.updated_at = "2026-03-01T00:00:00Z";
  const WorkSession merged = merge_work(base, paused, session_in(WorkPhase::complete));
  EXPECT_TRUE(merged.phase.is(WorkPhase::complete));
  EXPECT_TRUE(merged.status.is(WorkStatus::complete));
}

TEST(WorkMergeTest, BothTookTheSameStepWhenTheFirstOfThemDid) {
  const WorkSession base = session_in(WorkPhase::spec);
  const WorkSession early =
      apply_to_work(base, TransitionPhase{.phase = "plan"}, facts_at())->session;
  const WorkSession late =
      apply_to_work(base, TransitionPhase{.phase = "plan"}, facts_at("2026-02-20T00:00:00Z"))
          ->session;
  EXPECT_EQ(merge_work(base, late, early).phases, early.phases);
  EXPECT_EQ(merge_work(base, early, late).phases, early.phases);
}

// B2-13
TEST(WorkMergeTest, WhereBothChangedAFieldTheNewerFileCounts) {
  const WorkSession base = new_session();
  WorkSession ours = base;
  ours.git.branch = "ours";
  ours.topic = "Only ours";
  WorkSession theirs = base;
  theirs.git.branch = "theirs";
  theirs.git.worktree = "../w";
  theirs.updated_at = kWorkLater;
  for (const WorkSession& merged :
       {merge_work(base, ours, theirs), merge_work(base, theirs, ours)}) {
    EXPECT_EQ(merged.git.branch, "theirs");
    EXPECT_EQ(merged.git.worktree, "../w");
    EXPECT_EQ(merged.topic, "Only ours");
    EXPECT_EQ(merged.updated_at, kWorkLater);
  }
}

}  // namespace
}  // namespace policy
