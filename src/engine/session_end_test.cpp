#include "engine/session_end.h"

#include <gtest/gtest.h>

#include "engine/events.h"
#include "engine/operator.h"
#include "engine/test_scene.h"
#include "model/journal_event.h"

namespace engine {
namespace {

using model::EventKind;

const Caller kDashboard{.actor = "dashboard"};

TEST(SessionEndTest, ARunIsEndedOnceAndItsJournalSaysByWhom) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  Workspace workspace = scene.workspace();
  const auto ended = end_session(workspace, {Scene::kRun}, "it is stuck", kDashboard);
  ASSERT_TRUE(ended.ok()) << ended.error().message;
  const auto state = get_state(workspace, {Scene::kRun});
  EXPECT_TRUE(state->ended_at);
  EXPECT_EQ(state->end_reason, "it is stuck");
  int by_dashboard = 0;
  EXPECT_TRUE(each_event(workspace, {Scene::kRun}, [&](const model::JournalEvent& event) {
                if (event.actor == "dashboard") ++by_dashboard;
                return true;
              }).ok());
  EXPECT_EQ(by_dashboard, 1);
  const auto again = end_session(workspace, {Scene::kRun}, "", kDashboard);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.error().code, base::Code::already_completed);
}

TEST(SessionEndTest, AnAgentThatGoesOnOpensItAgain) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(end_session(workspace, {Scene::kRun}, "", kDashboard).ok());
  EXPECT_TRUE(scene.allows("Write"));
  EXPECT_FALSE(get_state(workspace, {Scene::kRun})->ended_at);
}

TEST(SessionEndTest, ThereIsNothingToEndWhereThereIsNoRun) {
  Scene scene;
  Workspace workspace = scene.workspace();
  const auto ended = end_session(workspace, {Scene::kRun}, "", kDashboard);
  ASSERT_FALSE(ended.ok());
  EXPECT_EQ(ended.error().code, base::Code::not_found);
}

// A server that a person started in a terminal is no person.
TEST(SessionEndTest, WhatComesThroughTheDashboardIsNoProofOfAPerson) {
  Scene scene;
  scene.fake.environment.set_terminal(true);
  Workspace workspace = scene.workspace();
  EXPECT_TRUE(is_person(workspace, {.actor = "cli"}));
  EXPECT_FALSE(is_person(workspace, kDashboard));
}

}  // namespace
}  // namespace engine
