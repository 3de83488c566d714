#include "engine/run_lifecycle.h"

#include <gtest/gtest.h>

#include "engine/session.h"
#include "engine/test_scene.h"

namespace engine {
namespace {

using model::EventKind;

// B3-2, SC-66's engine half: a live sibling is never taken for crashed, however old its heartbeat.
TEST(RunLifecycleTest, OnlyAProvablyDeadHolderIsSwept) {
  Scene scene;
  scene.add_process(60, 1, "node");
  scene.send(scene.event(EventKind::session_start, Scene::kRun));
  model::HostEvent other = scene.event(EventKind::session_start, Scene::kOtherRun);
  other.owner_pid = 60;
  scene.send(other);
  scene.fake.clock.advance(std::chrono::hours(100));
  Workspace workspace = scene.workspace();
  EXPECT_TRUE(sweep_dead_runs(workspace.stores()).empty());

  scene.fake.processes.remove(60);
  const auto swept = sweep_dead_runs(workspace.stores());
  ASSERT_EQ(swept.size(), 1U);
  EXPECT_EQ(swept.front().text, Scene::kOtherRun);
  const auto ended = get_state(workspace, {Scene::kOtherRun});
  EXPECT_EQ(ended->end_reason, "crashed");
  EXPECT_EQ(ended->ended_at, ended->heartbeat_at);  // Not the time of the sweep.
  EXPECT_FALSE(get_state(workspace, {Scene::kRun})->ended_at);
}

TEST(RunLifecycleTest, AReusedPidIsNotTheHolder) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  os::ProcessInfo reused;
  reused.pid = Scene::kHostPid;
  reused.parent = 1;
  reused.name = "node";
  reused.start_ticks = 999999;
  scene.fake.processes.add(reused);
  Workspace workspace = scene.workspace();
  EXPECT_EQ(sweep_dead_runs(workspace.stores()).size(), 1U);
}

TEST(RunLifecycleTest, ARebootEndsWhatWasRunningAndAnotherMachineIsNotJudged) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  scene.fake.processes.set_host_name("elsewhere");
  scene.fake.clock.advance(std::chrono::hours(100));
  Workspace workspace = scene.workspace();
  EXPECT_TRUE(sweep_dead_runs(workspace.stores()).empty());
  scene.fake.processes.set_host_name("testhost");
  scene.fake.processes.set_boot_id("boot-2");
  EXPECT_EQ(sweep_dead_runs(workspace.stores()).size(), 1U);
}

TEST(RunLifecycleTest, TheHolderIsTheNearestAncestorThatIsNoShell) {
  Scene scene;
  model::HostEvent event = scene.event(EventKind::session_start);
  event.owner_pid = 0;
  scene.send(event);
  Workspace workspace = scene.workspace();
  const auto state = get_state(workspace, {Scene::kRun});
  ASSERT_TRUE(state.ok() && state->owner);
  EXPECT_EQ(state->owner->pid, Scene::kHostPid);
}

TEST(RunLifecycleTest, ATurnsEndBeatsAtMostOnceAMinute) {
  Scene scene;
  scene.send(scene.event(EventKind::session_start));
  Workspace workspace = scene.workspace();
  scene.fake.clock.advance(std::chrono::seconds(30));
  scene.send(scene.event(EventKind::turn_end));
  EXPECT_EQ(get_state(workspace, {Scene::kRun})->version, 1);
  scene.fake.clock.advance(std::chrono::seconds(31));
  scene.send(scene.event(EventKind::turn_end));
  EXPECT_EQ(get_state(workspace, {Scene::kRun})->version, 2);
  // A clock that jumped back must not silence the heart for ever.
  scene.fake.clock.set(scene.fake.clock.now() - std::chrono::hours(5));
  scene.send(scene.event(EventKind::turn_end));
  EXPECT_EQ(get_state(workspace, {Scene::kRun})->version, 3);
}

TEST(RunLifecycleTest, ThePointerFollowsStartsAndIsClearedAtTheEnd) {
  Scene scene;
  const os::Path pointer = "/home/dev/project/.git/holdfast/notes/sessions/current-session";
  scene.send(scene.event(EventKind::session_start));
  EXPECT_EQ(scene.fake.files.peek(pointer), std::string(Scene::kRun) + "\n");  // S0-23
  scene.send(scene.event(EventKind::session_start, Scene::kOtherRun));
  scene.send(scene.event(EventKind::session_end, Scene::kRun));
  EXPECT_EQ(scene.fake.files.peek(pointer), std::string(Scene::kOtherRun) + "\n");
  scene.send(scene.event(EventKind::session_end, Scene::kOtherRun));
  EXPECT_FALSE(scene.fake.files.peek(pointer));  // B0-27
}

}  // namespace
}  // namespace engine
