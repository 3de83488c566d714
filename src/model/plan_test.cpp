#include "model/plan.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace model {
namespace {

using base::Json;

Json with_checkpoints(const char* checkpoints) {
  return Json{{"session_id", "s"}, {"checkpoints", Json::parse(checkpoints)}};
}

// S2-76
TEST(PlanTest, CheckpointsAreReadWithTheirGroupsAndTasks) {
  const Json json = Json::parse(R"json({
    "$schema": "Plan schema for session checkpoint-based planning (v2)",
    "session_id": "s", "spec_reference": "./spec.md", "status": "draft",
    "checkpoints": [
      {"id": 1, "title": "Slice", "goal": "It runs", "prerequisites": [], "status": "complete",
       "file_context": {"beginning": {"files": []}},
       "testing_strategy": {"approach": "by hand", "verification_steps": ["run it"]},
       "task_groups": [
         {"id": "1.1", "title": "Types", "objective": "Nouns", "status": "pending",
          "tasks": [{"id": "1.1.1", "title": "Add a type", "file_path": "src/a.h",
                     "status": "complete"}, {"id": 2}]}]},
      {"id": 7, "prerequisites": [1, "1", "a review by hand"], "testing_strategy": null}
    ]})json");
  const auto plan = plan_from_json(json);
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  ASSERT_EQ(plan->checkpoints.size(), 2U);
  const PlanCheckpoint& first = plan->checkpoints.front();
  EXPECT_EQ(first.title, "Slice");
  EXPECT_EQ(first.verification_steps, std::vector<std::string>{"run it"});
  EXPECT_EQ(first.task_groups.front().id, "1.1");
  EXPECT_EQ(first.task_groups.front().tasks[0].file_path, "src/a.h");
  EXPECT_EQ(first.task_groups.front().tasks[1].id, "2");
  EXPECT_EQ(plan->checkpoints[1].id, 7);
  EXPECT_EQ(plan->checkpoints[1].prerequisites, (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(plan->spec_reference, "./spec.md");
}

TEST(PlanTest, APlanThatCannotBeFollowedIsRefusedWithTheReason) {
  struct Row {
    const char* checkpoints;
    const char* reason;
  };
  const std::vector<Row> rows{
      {"null", "checkpoints: not a list"},
      {"{}", "checkpoints: missing or not a list"},
      {"[1]", "checkpoints[0]"},
      {"[{}]", "checkpoints[0].id"},
      {R"([{"id": "1"}])", "checkpoints[0].id"},
      {R"([{"id": 0}])", "checkpoints[0].id: not a positive number"},
      {R"([{"id": 18446744073709551615}])", "checkpoints[0].id: not a positive number"},
      {R"([{"id": 1}, {"id": 1}])", "checkpoints: 1 stands there twice"},
      {R"([{"id": 1, "prerequisites": [2]}])", "checkpoints: 1 needs 2, which does not exist"},
      {R"([{"id": 1, "prerequisites": [1]}])", "checkpoints: the prerequisites of 1 lead back"},
      {R"([{"id": 1}, {"id": 2, "prerequisites": [3, 1]}, {"id": 3, "prerequisites": [2]}])",
       "checkpoints: the prerequisites of 2 lead back"},
      {R"([{"id": 1, "title": 5}])", "checkpoints[0].title"},
      {R"([{"id": 1, "task_groups": [{"tasks": [5]}]}])", "checkpoints[0].task_groups[0].tasks[0]"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.checkpoints);
    const auto plan = plan_from_json(with_checkpoints(row.checkpoints));
    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.error().code, base::Code::parse_error);
    EXPECT_TRUE(plan.error().message.starts_with(row.reason)) << plan.error().message;
  }
  EXPECT_FALSE(plan_from_json(Json::object()).ok());
  EXPECT_FALSE(plan_from_json(Json::array()).ok());
}

TEST(PlanTest, ALongChainIsNoRing) {
  Json checkpoints = Json::array();
  constexpr int kLength = 5000;
  for (int id = 1; id <= kLength; ++id) {
    Json one{{"id", id}};
    if (id < kLength) one["prerequisites"] = Json::array({id + 1});
    checkpoints.push_back(std::move(one));
  }
  EXPECT_TRUE(plan_from_json(Json{{"checkpoints", checkpoints}}).ok());
}

}  // namespace
}  // namespace model
