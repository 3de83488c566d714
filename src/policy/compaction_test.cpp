#include "policy/compaction.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>

#include "policy/testing_scene.h"
#include "policy/workflow.h"

namespace policy {
namespace {

using model::InvocationStatus;

model::Run run_with_invocations(std::size_t count) {
  model::Run run;
  run.workflow.emplace();
  for (std::size_t i = 0; i < count; ++i) {
    model::AgentInvocation invocation;
    invocation.id = "i" + std::to_string(i);
    invocation.agent = model::Agent::qa;
    invocation.status = InvocationStatus::completed;
    run.workflow->agent_history.push_back(invocation);
  }
  model::Decision decision;
  decision.id = "d";
  run.workflow->decisions.push_back(decision);
  model::Verdict verdict;
  verdict.id = "v";
  run.workflow->verdicts.push_back(verdict);
  return run;
}

TEST(CompactionTest, TenStayAndElevenLeaveThree) {
  // S0-62, S0-63, S0-65, S0-66, S0-68, S0-83, SC-11
  EXPECT_FALSE(needs_compaction(run_with_invocations(10), {}));
  for (const std::size_t count : {11U, 20U, 50U}) {
    SCOPED_TRACE(count);
    const model::Run run = run_with_invocations(count);
    EXPECT_TRUE(needs_compaction(run, {}));
    const auto done = compact(run, {});
    ASSERT_TRUE(done.ok());
    const auto& kept = done->run.workflow->agent_history;
    ASSERT_EQ(kept.size(), 3U);
    ASSERT_EQ(done->moved.size(), count - 3);
    EXPECT_EQ(done->moved.front().id, "i0");
    EXPECT_EQ(done->moved.back().id, "i" + std::to_string(count - 4));
    EXPECT_EQ(kept.front().id, "i" + std::to_string(count - 3));
    EXPECT_EQ(kept.back().id, "i" + std::to_string(count - 1));
    EXPECT_EQ(done->run.workflow->decisions.size(), 1U);
    EXPECT_EQ(done->run.workflow->verdicts.size(), 1U);
    EXPECT_TRUE(done->run.workflow->compaction_history.empty());
  }
}

TEST(CompactionTest, BelowTheThresholdTheErrorIsTheDocuments) {
  // S0-48, S0-67, B0-20
  model::Run without_workflow;
  EXPECT_FALSE(needs_compaction(without_workflow, {}));
  for (const model::Run& run :
       {without_workflow, run_with_invocations(0), run_with_invocations(10)}) {
    const auto refused = compact(run, {});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().code, base::Code::compaction_not_needed);
    EXPECT_EQ(refused.error().message, "Compaction not needed");
  }
}

TEST(CompactionTest, OneInProgressStaysAndCanBeCompletedLater) {
  // SC-12, B0-18
  model::Run run = run_with_invocations(11);
  run.workflow->agent_history[1].status = InvocationStatus::in_progress;
  auto done = compact(run, {});
  ASSERT_TRUE(done.ok());
  const auto& kept = done->run.workflow->agent_history;
  ASSERT_EQ(kept.size(), 4U);
  EXPECT_EQ(kept[0].id, "i1");
  EXPECT_EQ(kept[1].id, "i8");
  EXPECT_EQ(done->moved.size(), 7U);
  Completion completion;
  completion.invocation_id = "i1";
  EXPECT_TRUE(complete_invocation(done->run, completion, kNow).ok());
}

TEST(CompactionTest, WhereAllOldOnesAreInProgressThereIsNothingToDo) {
  // B0-18, B0-20
  model::Run run = run_with_invocations(12);
  for (auto& invocation : run.workflow->agent_history) {
    invocation.status = InvocationStatus::in_progress;
  }
  run.workflow->agent_history.back().status = InvocationStatus::completed;
  EXPECT_FALSE(needs_compaction(run, {}));
  EXPECT_FALSE(compact(run, {}).ok());
}

TEST(CompactionTest, NothingIsLostAndAllInProgressStays) {
  // S0-63, B0-18
  EXPECT_TRUE(rc::check("for every history and limit", [] {
    const auto statuses = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 5));
    CompactionLimits limits;
    limits.threshold = *rc::gen::inRange<std::size_t>(0, 20);
    limits.keep = *rc::gen::inRange<std::size_t>(0, 20);
    model::Run run = run_with_invocations(statuses.size());
    for (std::size_t i = 0; i < statuses.size(); ++i) {
      auto& status = run.workflow->agent_history[i].status;
      status = statuses[i] == 4
                   ? model::Named<InvocationStatus>("newer")
                   : model::Named<InvocationStatus>(static_cast<InvocationStatus>(statuses[i]));
    }
    const auto done = compact(run, limits);
    RC_ASSERT(done.ok() == needs_compaction(run, limits));
    if (!done.ok()) return;
    RC_ASSERT(!done->moved.empty());
    const auto& kept = done->run.workflow->agent_history;
    RC_ASSERT(kept.size() >= std::min(limits.keep, statuses.size()));
    std::size_t next_kept = 0;
    std::size_t next_moved = 0;
    for (const auto& before : run.workflow->agent_history) {
      if (next_kept < kept.size() && kept[next_kept].id == before.id) {
        ++next_kept;
      } else {
        RC_ASSERT(next_moved < done->moved.size());
        RC_ASSERT(done->moved[next_moved].id == before.id);
        RC_ASSERT(!before.status.is(InvocationStatus::in_progress));
        ++next_moved;
      }
    }
    RC_ASSERT(next_kept + next_moved == statuses.size());
  }));
}

}  // namespace
}  // namespace policy
