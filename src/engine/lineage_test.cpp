#include <gtest/gtest.h>

#include "engine/session.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using model::EventKind;

model::HostEvent start(const Scene& scene, const char* run, const char* source) {
  model::HostEvent event = scene.event(EventKind::session_start, run);
  event.source = source;
  return event;
}

std::optional<std::string> parent_of(Scene& scene, const char* run) {
  Workspace workspace = scene.workspace();
  return get_state(workspace, {run})->resumed_from;
}

TEST(LineageTest, AClearedConversationGoesOnFromTheOneThatItsProcessHeld) {
  Scene scene;
  scene.send(start(scene, Scene::kRun, "startup"));
  model::HostEvent end = scene.event(EventKind::session_end);
  end.reason = "clear";
  scene.send(end);
  scene.send(start(scene, Scene::kOtherRun, "clear"));
  EXPECT_EQ(parent_of(scene, Scene::kOtherRun), Scene::kRun);
  EXPECT_EQ(parent_of(scene, Scene::kRun), std::nullopt);
}

TEST(LineageTest, AnotherProcessIsNoParent) {
  Scene scene;
  scene.add_process(60, 1, "node");
  scene.send(start(scene, Scene::kRun, "startup"));
  model::HostEvent other = start(scene, Scene::kOtherRun, "clear");
  other.owner_pid = 60;
  scene.send(other);
  EXPECT_EQ(parent_of(scene, Scene::kOtherRun), std::nullopt);
}

TEST(LineageTest, AForkGoesOnFromTheConversationThatTheHostNames) {
  Scene scene;
  scene.send(start(scene, Scene::kRun, "startup"));
  model::HostEvent fork = start(scene, Scene::kOtherRun, "fork");
  fork.parent_host_id = Scene::kRun;
  scene.send(fork);
  EXPECT_EQ(parent_of(scene, Scene::kOtherRun), Scene::kRun);
}

TEST(LineageTest, ATurnThatIsHeardOfBeforeTheStartLosesNoLine) {
  Scene scene;
  scene.send(start(scene, Scene::kRun, "startup"));
  scene.send(scene.event(EventKind::other, Scene::kOtherRun));
  scene.send(start(scene, Scene::kOtherRun, "clear"));
  EXPECT_EQ(parent_of(scene, Scene::kOtherRun), Scene::kRun);
}

// C-12, B0-27
TEST(LineageTest, AModeNeverPassesToAnotherRun) {
  Scene scene;
  scene.configure("gate:\n  initial_mode: analysis\n");
  scene.give_operator_token();
  scene.send(start(scene, Scene::kRun, "startup"));
  Workspace workspace = scene.workspace();
  ASSERT_TRUE(set_mode(workspace, {Scene::kRun}, {.mode = "coding"}, {}).ok());
  EXPECT_TRUE(scene.allows("Write", Scene::kRun));
  scene.send(start(scene, Scene::kOtherRun, "clear"));
  EXPECT_FALSE(scene.allows("Write", Scene::kOtherRun));
}

TEST(LineageTest, AResumedOrCompactedConversationIsTheSameRun) {
  for (const char* source : {"resume", "compact"}) {
    Scene scene;
    scene.send(start(scene, Scene::kRun, "startup"));
    scene.send(scene.event(EventKind::session_end));
    scene.send(start(scene, Scene::kRun, source));
    Workspace workspace = scene.workspace();
    EXPECT_FALSE(get_state(workspace, {Scene::kRun})->ended_at) << source;
    EXPECT_EQ(parent_of(scene, Scene::kRun), std::nullopt) << source;
  }
}

// Claude Code's SessionStart may be missed: any event makes the run, but an end alone does not.
TEST(LineageTest, AnyEventMakesTheRunButAnEndDoesNot) {
  for (int kind = 0; kind <= static_cast<int>(EventKind::other); ++kind) {
    Scene scene;
    scene.send(scene.event(static_cast<EventKind>(kind)));
    Workspace workspace = scene.workspace();
    const bool ends = static_cast<EventKind>(kind) == EventKind::session_end;
    EXPECT_EQ(get_state(workspace, {Scene::kRun}).ok(), !ends) << kind;
  }
}

}  // namespace
}  // namespace engine
