#include "engine/invocation.h"

#include <gtest/gtest.h>

#include "engine/session.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using model::EventKind;

model::HostEvent agent_event(const Scene& scene, EventKind kind, const char* id,
                             const char* type = "general-purpose") {
  model::HostEvent event = scene.event(kind);
  event.agent_id = id;
  event.agent_type = type;
  return event;
}

std::vector<model::AgentInvocation> invocations(Scene& scene) {
  Workspace workspace = scene.workspace();
  const auto run = get_state(workspace, {Scene::kRun});
  return run->workflow ? run->workflow->agent_history : std::vector<model::AgentInvocation>();
}

// S0-11, S0-12, S0-44, S0-47
TEST(SubagentTest, AStartAndAStopAreOneInvocation) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  scene.send(agent_event(scene, EventKind::agent_start, "a7a4cad77c6cf6a39"));
  ASSERT_EQ(invocations(scene).size(), 1U);
  EXPECT_EQ(invocations(scene)[0].agent.text(), "general-purpose");
  EXPECT_TRUE(invocations(scene)[0].status.is(model::InvocationStatus::in_progress));
  model::HostEvent stop = agent_event(scene, EventKind::agent_stop, "a7a4cad77c6cf6a39");
  stop.text = "found it";
  scene.send(stop);
  ASSERT_EQ(invocations(scene).size(), 1U);
  EXPECT_TRUE(invocations(scene)[0].status.is(model::InvocationStatus::completed));
  EXPECT_EQ(invocations(scene)[0].output->summary, "found it");
}

// BX-6
TEST(SubagentTest, ParallelOnesAndRepeatedEventsAreToldApart) {
  Scene scene;
  for (int round = 0; round < 2; ++round) {
    scene.send(agent_event(scene, EventKind::agent_start, "one"));
    scene.send(agent_event(scene, EventKind::agent_start, "two"));
  }
  for (int round = 0; round < 2; ++round) {
    scene.send(agent_event(scene, EventKind::agent_stop, "one"));
  }
  const auto found = invocations(scene);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_TRUE(found[0].status.is(model::InvocationStatus::completed));
  EXPECT_TRUE(found[1].status.is(model::InvocationStatus::in_progress));
}

TEST(SubagentTest, AStopWhoseStartWasNotToldIsEnteredAsDone) {
  Scene scene;
  scene.send(agent_event(scene, EventKind::agent_stop, "a1", "plugin:reviewer/../x"));
  ASSERT_EQ(invocations(scene).size(), 1U);
  EXPECT_EQ(invocations(scene)[0].agent.text(), "plugin-reviewer----x");
  EXPECT_TRUE(invocations(scene)[0].status.is(model::InvocationStatus::completed));
}

TEST(SubagentTest, TheHostsOwnHelpersAreNotEntered) {
  Scene scene;
  scene.send(agent_event(scene, EventKind::agent_stop, "a34b39073f62df8c4", ""));
  scene.send(agent_event(scene, EventKind::agent_stop, "", "general-purpose"));
  EXPECT_TRUE(invocations(scene).empty());
}

TEST(SubagentTest, NothingIsEnteredWhereTheConfigurationSaysSo) {
  Scene scene;
  scene.configure("track_subagents: false\n");
  scene.send(agent_event(scene, EventKind::agent_start, "a1"));
  EXPECT_TRUE(invocations(scene).empty());
}

// What happens inside a subagent never changes its parent's beginning or end, nor is the subagent
// told what its parent was told.
TEST(SubagentTest, ASubagentNeitherEndsNorRestartsItsParent) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  EXPECT_EQ(scene.send(agent_event(scene, EventKind::session_start, "a1")).context, "");
  scene.send(agent_event(scene, EventKind::session_end, "a1"));
  Workspace workspace = scene.workspace();
  EXPECT_FALSE(get_state(workspace, {Scene::kRun})->ended_at);
}

}  // namespace
}  // namespace engine
