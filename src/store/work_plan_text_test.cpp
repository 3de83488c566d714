#include <gtest/gtest.h>

#include "store/work_store.h"

namespace store {
namespace {

// S2-75
TEST(WorkPlanTextTest, APlanIsWrittenForPeople) {
  model::Plan plan;
  plan.session_id = "s-1";
  plan.spec_reference = "./spec.md";
  plan.status = "draft";
  model::PlanCheckpoint first;
  first.id = 1;
  first.title = "Slice";
  first.goal = "It\nruns";
  first.status = "complete";
  first.verification_steps = {"run it"};
  first.task_groups = {
      {.id = "1.1",
       .title = "Types",
       .objective = "Nouns",
       .status = "pending",
       .tasks = {
           {.id = "1.1.1", .title = "Add a type", .file_path = "src/a.h", .status = "complete"},
           {.id = "1.1.2", .title = "Use it", .file_path = "", .status = ""}}}};
  model::PlanCheckpoint second;
  second.id = 2;
  second.title = "More\n# Forged";
  second.prerequisites = {1};
  plan.checkpoints = {first, second};
  EXPECT_EQ(plan_markdown(plan),
            "# Plan: s-1\n\n<!-- Made of plan.json: change that file instead. -->\n\n"
            "**Spec**: ./spec.md\n\n**Status**: draft\n\n"
            "## Checkpoint 1: Slice\n\n**Goal**: It runs\n\n**Status**: complete\n\n"
            "### 1.1 Types\n\nNouns\n\n- [x] 1.1.1 Add a type (`src/a.h`)\n- [ ] 1.1.2 Use it\n\n"
            "### Verification\n\n- run it\n\n"
            "## Checkpoint 2: More # Forged\n\n**After**: 1\n");
}

TEST(WorkPlanTextTest, AnEmptyPlanIsALineOfText) {
  EXPECT_EQ(plan_markdown({}), "# Plan\n\n<!-- Made of plan.json: change that file instead. -->\n");
}

}  // namespace
}  // namespace store
