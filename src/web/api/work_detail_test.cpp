#include <gtest/gtest.h>

#include "web/api/test_depth.h"

namespace web {
namespace {

using base::Json;

class WorkDetailRoutesTest : public DepthTest {};

// S2-7, S2-76
TEST_F(WorkDetailRoutesTest, AWorkSessionHasTheShapeOfTheContract) {
  put_work("api", "one", "Dark mode");
  put("api/agents/sessions/one/spec.md", "# Dark *mode*\n\n<b onclick=x>[a](javascript:x)</b>\n");
  put("api/agents/sessions/one/plan.json",
      R"({"checkpoints":[{"id":1,"title":"a"},{"id":3,"title":"b","prerequisites":[1],)"
      R"("task_groups":[{"id":"g","title":"t","tasks":[{"id":"t1","title":"x"}]}]},)"
      R"({"id":4,"title":"c"}]})");
  onboarded();
  const Json detail = get("work/api/one");
  expect_keys(detail, {"work", "folder", "created_at", "base_branch", "worktree", "phases",
                       "commits", "spec", "plan", "plan_problem", "runs", "warnings", "sent_at"});
  expect_keys(detail["work"],
              {"project", "project_name", "slug", "title", "description", "type", "phase", "status",
               "branch", "checkpoints_total", "checkpoints_completed", "current_checkpoint",
               "cost_usd", "updated_at", "is_missing", "machine", "machine_name"});
  EXPECT_EQ(detail["work"]["title"], "Dark mode");
  EXPECT_EQ(detail["work"]["checkpoints_completed"], 2);
  EXPECT_EQ(detail["base_branch"], "main");
  EXPECT_EQ(detail["phases"].size(), 4U);
  EXPECT_EQ(detail["phases"][0]["started_at"], "2026-02-14T09:00:00Z");
  const Json& checkpoints = detail["plan"]["checkpoints"];
  ASSERT_EQ(checkpoints.size(), 3U);
  EXPECT_EQ(checkpoints[0]["status"], "done");
  EXPECT_EQ(checkpoints[1]["status"], "current");
  EXPECT_EQ(checkpoints[2]["status"], "open");
  expect_keys(checkpoints[1],
              {"id", "title", "goal", "status", "prerequisites", "verification", "groups"});
  expect_keys(checkpoints[1]["groups"][0]["tasks"][0], {"id", "title", "file", "status"});
  EXPECT_EQ(detail["spec"]["type"], "document");
  EXPECT_EQ(detail["spec"]["children"][0],
            Json::parse(R"({"type":"heading","level":1,"children":[{"type":"text","text":"Dark "},)"
                        R"({"type":"emphasis","children":[{"type":"text","text":"mode"}]}]})"));
  const Json& hostile = detail["spec"]["children"][1]["children"];
  EXPECT_EQ(hostile[0], Json::parse(R"({"type":"html","text":"<b onclick=x>"})"));
  EXPECT_EQ(hostile[1]["href"], nullptr);
}

TEST_F(WorkDetailRoutesTest, WhatIsNotThereOrNoNameIsAClearAnswer) {
  onboarded();
  EXPECT_EQ(status("work/api/two"), 404);
  EXPECT_EQ(status("work/nobody/two"), 404);
  EXPECT_EQ(status("work/api/.."), 400);
  EXPECT_EQ(status("work/api/../../x"), 404);
  const http::Response response = ask("work/api/two");
  EXPECT_EQ(Json::parse(response.body)["error"]["code"], "NOT_FOUND");
}

}  // namespace
}  // namespace web
