#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/events.h"
#include "engine/known_projects.h"
#include "engine/session.h"
#include "engine/test_scene.h"
#include "web/api/routes.h"
#include "web/test_exchange.h"

namespace web {
namespace {

using base::Json;
using engine::Scene;
using ::testing::HasSubstr;

class ActionsTest : public ::testing::Test {
 protected:
  ActionsTest() {
    scene.send(scene.event(model::EventKind::session_start));
    project = engine::known_projects(scene.fake.system()).front().id;
    add_action_routes(router, {dashboard, info});
    scene.give_operator_token();
    // Of the server's own: it says nothing of who sits before the page.
    token = scene.fake.environment.text("HOLDFAST_OPERATOR_TOKEN");
  }

  http::Response act(const std::string& action, Json more = Json::object()) {
    Json body{{"project", project}, {"run", Scene::kRun}, {"operator_token", token}};
    body.update(more);
    return router.respond(request_for("POST", "/api/v1/actions/" + action,
                                      {{"Content-Type", "application/json"}}, body.dump()));
  }
  model::Run run() {
    engine::Workspace workspace = scene.workspace();
    return *engine::get_state(workspace, {Scene::kRun});
  }
  int journalled() {
    engine::Workspace workspace = scene.workspace();
    int count = 0;
    EXPECT_TRUE(engine::each_event(workspace, {Scene::kRun}, [&](const model::JournalEvent& event) {
                  if (event.actor == "dashboard") ++count;
                  return true;
                }).ok());
    return count;
  }

  Scene scene;
  std::string project;
  std::string token;  // As typed in.
  ServerInfo info{.actions_allowed = true};
  engine::dashboard::Dashboard dashboard{scene.fake.system(), {}};
  Router router;
};

TEST_F(ActionsTest, WithoutLeaveNothingIsChanged) {
  info.actions_allowed = false;
  for (const char* action : {"approve", "satisfy", "pause", "end"}) {
    const auto refused = act(action, {{"minutes", 1}, {"names", {"a"}}});
    EXPECT_EQ(refused.status, 403) << action;
    EXPECT_THAT(refused.body, HasSubstr("--allow-actions"));
  }
  EXPECT_EQ(journalled(), 0);
}

// U: the page's address is no proof of a person.
TEST_F(ActionsTest, WhatLoosensAsksForTheOperatorToken) {
  scene.fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                        "requirements:\n  tested: {enabled: true, trigger_tools: [Write]}\n");
  for (const char* typed : {"", "wrong"}) {
    token = typed;
    EXPECT_EQ(act("pause", {{"minutes", 1}}).status, 403) << typed;
    EXPECT_EQ(act("approve", {{"names", {"tested"}}}).status, 403) << typed;
    EXPECT_FALSE(run().pause);
    EXPECT_EQ(act("satisfy", {{"names", {"tested"}}}).status, 200);
    EXPECT_EQ(act("pause", {{"minutes", 0}}).status, 200);
  }
}

TEST_F(ActionsTest, APauseLastsUpToThirtyMinutesAndZeroEndsIt) {
  const auto paused = act("pause", {{"minutes", 30}, {"reason", "a look"}});
  EXPECT_EQ(paused.status, 200) << paused.body;
  ASSERT_TRUE(run().pause);
  EXPECT_EQ(run().pause->actor, "dashboard");
  EXPECT_EQ(run().pause->reason, "a look");
  EXPECT_EQ(act("pause", {{"minutes", 0}}).status, 200);
  EXPECT_FALSE(run().pause);
  EXPECT_EQ(journalled(), 2);
  for (const Json& minutes : {Json(31), Json(-1), Json(1.5), Json("5"), Json(), Json(true)}) {
    EXPECT_EQ(act("pause", {{"minutes", minutes}}).status, 400) << minutes;
  }
  EXPECT_EQ(act("pause", {{"minutes", 1}, {"reason", 5}}).status, 400);
  EXPECT_EQ(act("pause", {{"minutes", 1}, {"reason", std::string(2000, 'x')}}).status, 400);
  EXPECT_FALSE(run().pause);
}

// One of the same id may be here.
TEST_F(ActionsTest, ARunOfAnotherMachineIsNotChanged) {
  for (const char* action : {"approve", "satisfy", "pause", "end"}) {
    const auto refused =
        act(action, {{"machine", "0123456789abcdef"}, {"minutes", 1}, {"names", {"a"}}});
    EXPECT_EQ(refused.status, 403) << action;
  }
  EXPECT_FALSE(run().ended_at);
  EXPECT_EQ(journalled(), 0);
  EXPECT_EQ(act("end", {{"machine", nullptr}}).status, 200);
}

TEST_F(ActionsTest, ARunIsEndedOnce) {
  EXPECT_EQ(act("end", {{"reason", "stuck"}}).status, 200);
  EXPECT_TRUE(run().ended_at);
  EXPECT_EQ(act("end").status, 409);
  EXPECT_EQ(journalled(), 1);
}

TEST_F(ActionsTest, WhatIsNotThereIsNotFoundAndWhatIsNotSaidIsWrong) {
  EXPECT_EQ(act("end", {{"project", "nowhere"}}).status, 404);
  EXPECT_EQ(act("end", {{"run", Scene::kOtherRun}}).status, 404);
  EXPECT_EQ(act("end", {{"run", "../../../etc/passwd"}}).status, 400);
  EXPECT_EQ(act("end", {{"project", 1}}).status, 400);
  EXPECT_EQ(act("end", {{"run", ""}}).status, 400);
  EXPECT_EQ(act("end", {{"run", std::string(2000, 'a')}}).status, 400);
  for (const Json& names : {Json(), Json::array(), Json("a"), Json{1}, Json(60, "a")}) {
    EXPECT_EQ(act("approve", {{"names", names}}).status, 400) << names;
  }
  EXPECT_EQ(act("satisfy", {{"names", {"a"}}, {"for_branch", "yes"}}).status, 400);
  EXPECT_EQ(act("satisfy", {{"names", {"nobody"}}}).status, 404);
  EXPECT_EQ(journalled(), 0);
}

TEST_F(ActionsTest, RequirementsAreSatisfiedAndApprovedByTheDashboard) {
  scene.fake.files.poke("/home/dev/project/.claude/requirements.yaml",
                        "requirements:\n  tested: {enabled: true, trigger_tools: [Write]}\n");
  const auto approved = act("approve", {{"names", {"tested"}}});
  EXPECT_EQ(approved.status, 200) << approved.body;
  const auto satisfied = act("satisfy", {{"names", {"tested"}}, {"for_branch", true}});
  EXPECT_EQ(satisfied.status, 200) << satisfied.body;
  EXPECT_THAT(satisfied.body, HasSubstr("every session on main"));
  EXPECT_EQ(journalled(), 2);
}

}  // namespace
}  // namespace web
